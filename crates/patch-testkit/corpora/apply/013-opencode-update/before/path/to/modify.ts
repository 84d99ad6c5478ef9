line to remove
optional context line that exists in file
line to remove
line that stays (context)
another removal
