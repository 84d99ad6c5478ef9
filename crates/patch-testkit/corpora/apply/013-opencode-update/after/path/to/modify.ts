line to remove
optional context line that exists in file
line to add
line that stays (context)
replacement line
