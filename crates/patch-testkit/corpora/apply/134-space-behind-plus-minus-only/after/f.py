def f():
    if a:
        one()
        three()
    return
