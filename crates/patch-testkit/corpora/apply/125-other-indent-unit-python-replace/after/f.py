def f(xs):
    for x in xs:
        if x > 0:
            go(x)
        elif x < 0:
            halt(x)
    return 1
