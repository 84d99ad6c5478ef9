class A:
    limit = 1

    def run(self):
        x = self.load()
        y = self.work(x)
        self.store(y)
        return y


class B:
    limit = 1

    def run(self):
        x = self.load()
        y = self.work(x)
        self.store(y)
        return y
