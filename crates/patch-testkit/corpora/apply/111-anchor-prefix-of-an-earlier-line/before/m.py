class A:
    def reset_all(self):
        self.x = []

    def reset(self):
        self.x = 0

class B:
    def reset(self):
        self.y = 0
