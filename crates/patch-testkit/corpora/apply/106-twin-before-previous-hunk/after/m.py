class Order:
    name = "order"

    def save(self, row):
        """Save."""
        self.check()
        data = self.encode(row)
        self.db.put(data)
        self.log("saved")
        return data

A = 1
B = 2
C = 3
LIMIT = 10
RETRIES = 4
TIMEOUT = 5
D = 4
E = 5

import extra
class User:
    name = "user"

    def save(self, row):
        """Save."""
        self.check()
        data = self.encode(row)
        self.db.put(data, sync=True)
        self.log("user saved")
        return data

