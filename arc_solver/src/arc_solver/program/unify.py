"""types with unknown parts -> what these must be; taken back where a guess was wrong."""

from arc_solver.types import AnyType, Type, Variable


class Bindings:
    """What is known of type variables. Everything bound after a `mark` can be undone."""

    def __init__(self) -> None:
        self._bound: dict[int, AnyType] = {}
        self._trail: list[int] = []
        self._fresh = 0

    def variable(self) -> Variable:
        self._fresh += 1
        return Variable(self._fresh)

    def instance(self, one: AnyType, names: dict[int, Variable]) -> AnyType:
        """The type with variables of its own, the same ones for the same `names`."""
        if isinstance(one, Variable):
            if one.number not in names:
                names[one.number] = self.variable()
            return names[one.number]
        if one.ground:
            return one
        return Type(one.name, tuple([self.instance(part, names) for part in one.of]))

    def mark(self) -> int:
        return len(self._trail)

    def undo(self, mark: int) -> None:
        while len(self._trail) > mark:
            del self._bound[self._trail.pop()]

    def unify(self, a: AnyType, b: AnyType) -> bool:
        """Make them equal; what was bound on the way to a failure is for the caller to undo."""
        a, b = self._shallow(a), self._shallow(b)
        if a is b:
            return True
        if isinstance(a, Variable):
            return a == b or self._bind(a, b)
        if isinstance(b, Variable):
            return self._bind(b, a)
        if a.name != b.name or len(a.of) != len(b.of):
            return False
        for x, y in zip(a.of, b.of, strict=True):
            if x is not y and not self.unify(x, y):
                return False
        return True

    def may_fit(self, one: AnyType, pattern: Type) -> bool:
        """False where no meaning of the pattern's variables makes it fit: asked before they are
        made, because most signatures of a primitive differ from what is wanted in a name."""
        one = self._shallow(one)
        if isinstance(one, Variable):
            return True
        if one.name != pattern.name or len(one.of) != len(pattern.of):
            return False
        for part, wanted in zip(one.of, pattern.of, strict=True):
            if type(wanted) is Type and not self.may_fit(part, wanted):
                return False
        return True

    def _bind(self, variable: Variable, to: AnyType) -> bool:
        if self._occurs(variable, to):
            return False
        self._bound[variable.number] = to
        self._trail.append(variable.number)
        return True

    def _occurs(self, variable: Variable, within: AnyType) -> bool:
        within = self._shallow(within)
        if within.ground:
            return False
        if isinstance(within, Variable):
            return within == variable
        return any(not part.ground and self._occurs(variable, part) for part in within.of)

    def _shallow(self, one: AnyType) -> AnyType:
        while isinstance(one, Variable):
            found = self._bound.get(one.number)
            if found is None:
                break
            one = found
        return one

    def size(self, one: AnyType, most: int) -> int:
        """The parts of a type; counting stops soon after `most`."""
        one = self._shallow(one)
        count = 1
        if not isinstance(one, Variable):
            for part in one.of:
                count += self.size(part, most - count)
                if count > most:
                    break
        return count

    def resolved(self, one: AnyType) -> AnyType:
        one = self._shallow(one)
        if isinstance(one, Variable) or one.ground:
            return one
        return Type(one.name, tuple([self.resolved(part) for part in one.of]))
