"""dexfile.py: what a classes.dex defines and what it refers to."""
import struct

HEADER = struct.Struct('<8sI20s20I')


class Dex:
    """classes: defined, as 'a/b/C'. members: (class, name, descriptor) referred to.

    In members a class is 'La/b/C;', as in the file.
    """

    def __init__(self, data):
        self.data = data
        (magic, _, _, self.size, _, _, _, _, _, strings, self.strings_at, types, self.types_at,
         protos, self.protos_at, fields, fields_at, methods, methods_at, defs, defs_at,
         _, _) = HEADER.unpack_from(data)
        if magic[:4] != b'dex\n' or self.size != len(data):
            raise ValueError('not a dex file')
        self.version = magic[4:7].decode()
        self.strings = [self._string(i) for i in range(strings)]
        self.types = [self.strings[self._word(self.types_at + 4 * i)] for i in range(types)]
        self.protos = [self._proto(i) for i in range(protos)]
        fields = [self._member(fields_at + 8 * i, self.types) for i in range(fields)]
        methods = [self._member(methods_at + 8 * i, self.protos) for i in range(methods)]
        self.members = fields + methods
        self.parents = {}
        self.defined = set()
        for i in range(defs):
            self._class(defs_at + 32 * i, fields, methods)
        self.classes = {name_of(each) for each in self.parents}

    def first_above(self, owner, name, descriptor):
        """The foreign class that a reference leads to, '' where a class of this file has it."""
        while owner in self.parents and (owner, name, descriptor) not in self.defined:
            owner = self.parents[owner]
        return '' if owner in self.parents else owner

    def _class(self, at, fields, methods):
        owner, _, parent, _, _, _, data_at, _ = struct.unpack_from('<8I', self.data, at)
        self.parents[self.types[owner]] = self.types[parent]
        if not data_at:
            return
        counts = []
        for _ in range(4):
            count, data_at = self._leb128(data_at)
            counts.append(count)
        for count, members, numbers in zip(counts, (fields, fields, methods, methods),
                                           (1, 1, 2, 2)):
            index = 0
            for _ in range(count):
                step, data_at = self._leb128(data_at)
                index += step
                self.defined.add(members[index])
                for _ in range(numbers):  # flags; of a method its code too
                    data_at = self._leb128(data_at)[1]

    def _leb128(self, at):
        value = shift = 0
        while True:
            byte = self.data[at]
            value |= (byte & 0x7f) << shift
            at, shift = at + 1, shift + 7
            if byte < 0x80:
                return value, at

    def _word(self, at):
        return struct.unpack_from('<I', self.data, at)[0]

    def _string(self, index):
        at = self._word(self.strings_at + 4 * index)
        while self.data[at] & 0x80:  # the length, a LEB128
            at += 1
        end = self.data.index(b'\0', at + 1)
        return self.data[at + 1:end].decode('utf-8', 'replace')

    def _proto(self, index):
        _, returns, parameters_at = struct.unpack_from('<3I', self.data,
                                                       self.protos_at + 12 * index)
        parameters = []
        if parameters_at:
            count = self._word(parameters_at)
            parameters = struct.unpack_from(f'<{count}H', self.data, parameters_at + 4)
        return f"({''.join(self.types[each] for each in parameters)}){self.types[returns]}"

    def _member(self, at, descriptors):
        owner, descriptor, name = struct.unpack_from('<HHI', self.data, at)
        return self.types[owner], self.strings[name], descriptors[descriptor]


def name_of(descriptor):
    """'a/b/C' of 'La/b/C;'."""
    return descriptor[1:-1] if descriptor.startswith('L') else descriptor
