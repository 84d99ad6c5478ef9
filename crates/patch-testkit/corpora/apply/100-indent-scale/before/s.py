def total(items, log):
  result = 0
  for item in items:
    result += item.price
  return result
