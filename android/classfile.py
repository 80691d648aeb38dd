"""classfile.py: the members and parents of a Java class file."""
import struct

# Bytes of each constant after its tag; 1, a text, has its length in front.
SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4,
         18: 4, 19: 2, 20: 2}
STATIC = 0x0008


class ClassFile:
    """name, parents ('a/b/C'), members {(name, descriptor)} and which of them are static,
    version of the format."""

    def __init__(self, data):
        self.data = data
        magic, _, self.version, count = struct.unpack_from('>IHHH', data)
        if magic != 0xcafebabe:
            raise ValueError('not a class file')
        self.texts = {}
        self.classes = {}
        at = self._constants(10, count)
        _, this, parent, interfaces = struct.unpack_from('>4H', data, at)
        self.name = self._class(this)
        self.parents = [self._class(parent)] if parent else []
        self.parents += map(self._class, struct.unpack_from(f'>{interfaces}H', data, at + 8))
        self.members = set()
        self.static = set()
        at = self._members(at + 8 + 2 * interfaces)
        self._members(at)

    def _constants(self, at, count):
        index = 1
        while index < count:
            tag = self.data[at]
            if tag == 1:
                length = struct.unpack_from('>H', self.data, at + 1)[0]
                self.texts[index] = self.data[at + 3:at + 3 + length].decode('utf-8', 'replace')
                at += 3 + length
            else:
                if tag == 7:
                    self.classes[index] = struct.unpack_from('>H', self.data, at + 1)[0]
                at += 1 + SIZES[tag]
            index += 2 if tag in (5, 6) else 1  # long and double take two places
        return at

    def _class(self, index):
        return self.texts[self.classes[index]]

    def _members(self, at):
        count = struct.unpack_from('>H', self.data, at)[0]
        at += 2
        for _ in range(count):
            flags, name, descriptor, attributes = struct.unpack_from('>4H', self.data, at)
            member = (self.texts[name], self.texts[descriptor])
            self.members.add(member)
            if flags & STATIC:
                self.static.add(member)
            at += 8
            for _ in range(attributes):
                at += 6 + struct.unpack_from('>I', self.data, at + 2)[0]
        return at
