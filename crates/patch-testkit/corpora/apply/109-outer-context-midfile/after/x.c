int a(void)
{
  log("a");
  return 0;
}

int b(void)
{
  log("bb");
  return -1;
}

int c(void)
{
  return 1;
}
