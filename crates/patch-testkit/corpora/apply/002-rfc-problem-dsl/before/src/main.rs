old context
old line
