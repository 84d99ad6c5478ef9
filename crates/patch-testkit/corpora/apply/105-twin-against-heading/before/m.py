import db
class User:
    name = "user"

    def save(self, row):
        """Save."""
        self.check()
        data = self.encode(row)
        self.db.put(data)
        self.log("user saved")
        return data

class Order:
    name = "order"

    def save(self, row):
        """Save."""
        self.check()
        data = self.encode(row)
        self.db.put(data)
        self.log("saved")
        return data

