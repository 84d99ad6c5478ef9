def f(xs):
    for x in xs:
        if x > 0:
            go(x)
        elif x < 0:
            stop(x)
    return 1
