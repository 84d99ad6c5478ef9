old context
new line
