class W:
    @property
    def i(self):
        return 'id_%s' % (self.n)

    @property
    def c(self):
        return 1
