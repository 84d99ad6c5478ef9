if (a < b && c) {
  go();
}
end();
