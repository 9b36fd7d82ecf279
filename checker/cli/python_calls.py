# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Prints calls of functions in Python files, and which arguments are contiguous.

    python_calls.py NAME,NAME... FILE_OR_FOLDER...

One JSON object a line: {"name", "file", "line", "arguments": [bool...],
"rest": bool, "keywords": [name...]}; "rest" is about the arguments from a
`*list` on. A file that does not parse is {"file", "error"}.

A value is contiguous where contiguous() made it, a factory, a helper that
returns what contiguous() makes, or view() and the like of such a value, or where an assertion or a branch that raises
has asked for it; in both branches of an if. An attribute is what the same
function has made it, until its object is passed on; of a parameter something
is known only if a decorator makes it contiguous or all calls of
Function.apply() do. A list is contiguous where all that it holds is.
"""

import ast
import json
import os
import sys

FRESH = {
    "arange", "empty", "eye", "full", "linspace", "ones", "rand", "randint",
    "randn", "randperm", "tensor", "zeros",
}
# Methods that give a contiguous tensor of a contiguous one, and those that do
# always.
KEEPING = {
    "bfloat16", "bool", "byte", "char", "clone", "cpu", "cuda", "detach",
    "double", "flatten", "float", "half", "int", "long", "reshape",
    "requires_grad_", "short", "squeeze", "to", "type", "unsqueeze", "view",
}
ALWAYS = {"new_empty", "new_full", "new_ones", "new_tensor", "new_zeros", "ravel"}
# Methods that give a tensor other strides in place.
RESTRIDING = {
    "as_strided_", "resize_", "resize_as_", "set_", "swapaxes_", "swapdims_", "t_",
    "transpose_",
}
LIKE = {
    "empty_like", "full_like", "ones_like", "rand_like", "randn_like",
    "zeros_like",
}


def last_name(node):
    """`f` of f(..), a.b.f(..)."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_row_major(call):
    """No memory format is asked for, or torch.contiguous_format."""
    asked = call.args + [k.value for k in call.keywords if k.arg == "memory_format"]
    return all(last_name(a) == "contiguous_format" for a in asked)


def makes_contiguous(node):
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "contiguous"
        and is_row_major(node)
    )


def place(node):
    """`x`, or `self.x`; None for what is no such place."""
    if isinstance(node, ast.Name):
        return node.id
    of = place(node.value) if isinstance(node, ast.Attribute) else None
    return of and of + "." + node.attr


def is_stored(node):
    return isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))


def asks_contiguity(node):
    """`x.is_contiguous()`: the place x."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "is_contiguous"
        and is_row_major(node)
    ):
        return place(node.func.value)
    return None


class Project:
    """All files: which functions return, or hand on, what is contiguous."""

    def __init__(self, trees):
        self.functions, self.decorators, self.applies = {}, set(), {}
        self.helpers, self.classes = set(), set()
        for tree in trees:
            for node in ast.walk(tree):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    self.functions.setdefault(node.name, []).append(node)
                elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                    for target in node.targets:
                        self.functions.setdefault(last_name(target), []).append(node.value)
                elif isinstance(node, ast.ClassDef):
                    if any(last_name(b) == "Function" for b in node.bases):
                        self.classes.add(node.name)
        for name, definitions in self.functions.items():
            if all(self.is_helper(d) for d in definitions):
                self.helpers.add(name)
            if all(self.is_decorator(d) for d in definitions):
                self.decorators.add(name)

    @staticmethod
    def is_helper(function):
        """Does it return its argument made contiguous, where that matters?"""
        returned = [
            n.value for n in ast.walk(function)
            if isinstance(n, ast.Return) and n.value is not None
        ]
        if isinstance(function, ast.Lambda):
            returned = [function.body]
        parameters = {a.arg for a in function.args.args}

        def is_made(node):
            if isinstance(node, ast.IfExp):
                return (is_made(node.body) or is_made(node.orelse)) and all(
                    is_made(n) or is_given(n) for n in (node.body, node.orelse)
                )
            return (
                makes_contiguous(node)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id in parameters
            )

        def is_given(node):
            is_none = isinstance(node, ast.Constant) and node.value is None
            return is_none or (isinstance(node, ast.Name) and node.id in parameters)

        return (
            bool(returned)
            and any(is_made(r) for r in returned)
            and all(is_made(r) or is_given(r) for r in returned)
        )

    @staticmethod
    def is_decorator(function):
        """Does a function in it call another with what is contiguous?"""
        return any(
            isinstance(inner, (ast.FunctionDef, ast.Lambda))
            and any(makes_contiguous(n) for n in ast.walk(inner))
            and any(
                isinstance(n, ast.Call) and any(isinstance(a, ast.Starred) for a in n.args)
                for n in ast.walk(inner)
            )
            for inner in ast.walk(function)
            if inner is not function
        )


class Scope:
    """The statements of one function, or of a module, in their order."""

    def __init__(self, project, report, contiguous=()):
        self.project, self.report = project, report
        self.known = set(contiguous)  # places; `x[]` is each element of x

    # Expressions.

    def is_contiguous(self, node):
        if isinstance(node, ast.Constant):
            return node.value is None
        if isinstance(node, (ast.Name, ast.Attribute)):
            return place(node) in self.known
        if isinstance(node, ast.Subscript):
            is_one = not isinstance(node.slice, (ast.Slice, ast.Tuple))
            return is_one and self.are_elements_contiguous(node.value)
        if isinstance(node, ast.NamedExpr):
            return self.is_contiguous(node.value)
        if isinstance(node, ast.IfExp):
            return self.is_chosen_contiguous(node)
        if isinstance(node, ast.Call):
            return self.is_result_contiguous(node)
        return False

    def is_result_contiguous(self, call):
        name = last_name(call.func)
        if makes_contiguous(call) or name in self.project.helpers:
            return True
        # Another memory format may be asked for.
        if any(k.arg in ("memory_format", "out") for k in call.keywords):
            return False
        if not isinstance(call.func, ast.Attribute):
            return False
        of = call.func.value
        if last_name(of) == "torch" and name in FRESH:
            return True
        if last_name(of) == "torch" and name in LIKE and call.args:
            return self.is_contiguous(call.args[0])
        # Of tensors in several formats the result is row-major.
        if last_name(of) == "torch" and name in ("cat", "concat", "stack") and call.args:
            parts = call.args[0]
            some = isinstance(parts, (ast.Tuple, ast.List)) and any(
                self.is_contiguous(p) for p in parts.elts
            )
            return some or self.are_elements_contiguous(parts)
        return name in ALWAYS or (name in KEEPING and self.is_contiguous(of))

    def is_chosen_contiguous(self, node):
        """`x if x.is_contiguous() else x.contiguous()`."""
        then, other = set(self.known), set(self.known)
        positive, negative = self.conditions(node.test)
        then |= positive
        other |= negative
        saved = self.known
        try:
            self.known = then
            first = self.is_contiguous(node.body)
            self.known = other
            return first and self.is_contiguous(node.orelse)
        finally:
            self.known = saved

    def conditions(self, test):
        """Names that are contiguous where test holds, and where it does not."""
        name = asks_contiguity(test)
        if name:
            return {name}, set()
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return tuple(reversed(self.conditions(test.operand)))
        if isinstance(test, ast.BoolOp):
            parts = [self.conditions(v) for v in test.values]
            holds = set().union(*(p for p, _ in parts))
            fails = set().union(*(n for _, n in parts))
            return (holds, set()) if isinstance(test.op, ast.And) else (set(), fails)
        # all(t.is_contiguous() for t in (x, y))
        if (
            isinstance(test, ast.Call)
            and last_name(test.func) == "all"
            and len(test.args) == 1
            and isinstance(test.args[0], (ast.GeneratorExp, ast.ListComp))
            and len(test.args[0].generators) == 1
        ):
            each = test.args[0].generators[0]
            if asks_contiguity(test.args[0].elt) == last_name(each.target):
                return self.names(each.iter), set()
        return set(), set()

    @staticmethod
    def names(node):
        """The places in a tuple or list; of another one, what it holds."""
        if isinstance(node, (ast.Tuple, ast.List)):
            return {p for p in map(place, node.elts) if p}
        return {place(node) + "[]"} if place(node) else set()

    def are_elements_contiguous(self, node):
        """Of `[t.contiguous() for t in ..]`, and map() of such a function."""
        if place(node):
            return place(node) + "[]" in self.known
        if isinstance(node, (ast.Tuple, ast.List)):
            return all(
                self.are_elements_contiguous(e.value) if isinstance(e, ast.Starred) else self.is_contiguous(e)
                for e in node.elts
            )
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self.is_each_contiguous(node)
        if isinstance(node, ast.Call) and last_name(node.func) in ("tuple", "list"):
            return len(node.args) == 1 and self.are_elements_contiguous(node.args[0])
        if isinstance(node, ast.Call) and last_name(node.func) == "map" and node.args:
            function = node.args[0]
            if isinstance(function, ast.Lambda):
                return self.is_contiguous(function.body)
            return last_name(function) in self.project.helpers
        return False

    def is_each_contiguous(self, comprehension):
        """Its targets are what it runs over, whatever their names are outside."""
        saved = set(self.known)
        for each in comprehension.generators:
            are = self.are_elements_contiguous(each.iter)
            for name in ast.walk(each.target):
                if isinstance(name, ast.Name):
                    self.known.discard(name.id)
            if are and isinstance(each.target, ast.Name):
                self.known.add(each.target.id)
        try:
            return self.is_contiguous(comprehension.elt)
        finally:
            self.known = saved

    # Statements.

    def assign(self, target, value):
        if isinstance(target, (ast.Tuple, ast.List)):
            parts = None
            if isinstance(value, (ast.Tuple, ast.List)):
                parts = value.elts
            if parts and len(parts) == len(target.elts):
                are = [self.is_contiguous(p) for p in parts]
            else:
                are = [self.are_elements_contiguous(value)] * len(target.elts)
            for each, contiguous in zip(target.elts, are):
                self.set(each, contiguous)
        else:
            are, is_one = self.are_elements_contiguous(value), self.is_contiguous(value)
            if place(value):  # the same list by two names
                self.known.discard(place(value) + "[]")
                are = False
            self.set(target, is_one)
            if are and place(target):
                self.known.add(place(target) + "[]")

    def set(self, target, contiguous):
        if isinstance(target, ast.Starred):
            target, contiguous = target.value, False
        if isinstance(target, ast.Subscript):
            if not contiguous:
                self.known.discard(str(place(target.value)) + "[]")
            return
        if place(target):
            self.forget_place(place(target))
            if contiguous:
                self.known.add(place(target))

    def forget_place(self, name):
        """With its elements and attributes."""
        self.known = {
            k for k in self.known
            if k != name and not k.startswith((name + ".", name + "["))
        }

    def forget(self, target):
        for node in ast.walk(target):
            if place(node):
                self.forget_place(place(node))

    def body(self, statements):
        """Whether control goes on behind them."""
        for s in statements:
            if not self.statement(s):
                return False
        return True

    def statement(self, s):
        if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in s.decorator_list + s.args.defaults + s.args.kw_defaults:
                if node is not None:
                    self.calls(node)
            return True  # a scope of its own
        if isinstance(s, ast.ClassDef):
            before = set(self.known)
            self.body(s.body)
            self.known = before
            return True
        if isinstance(s, ast.Match):
            return self.match(s)
        if isinstance(s, ast.If):
            return self.branch(s)
        if isinstance(s, (ast.For, ast.AsyncFor, ast.While)):
            return self.loop(s)
        for field in ("items", "value", "test", "exc"):
            part = getattr(s, field, None)
            for node in part if isinstance(part, list) else [part]:
                if isinstance(node, ast.AST):
                    self.calls(node)
        if isinstance(s, ast.Assign):
            for target in s.targets:
                self.assign(target, s.value)
        elif isinstance(s, ast.AnnAssign) and s.value is not None:
            self.assign(s.target, s.value)
        elif isinstance(s, (ast.AugAssign, ast.Delete)):
            for target in getattr(s, "targets", None) or [s.target]:
                self.forget(target)
        elif isinstance(s, ast.Assert):
            self.known |= self.conditions(s.test)[0]
        elif isinstance(s, (ast.With, ast.AsyncWith)):
            return self.body(s.body)
        elif isinstance(s, ast.Try):
            before = set(self.known)
            self.body(s.body + s.orelse)
            after = self.known
            for handler in s.handlers:
                self.known = before & after
                self.body(handler.body)
                after = after & self.known
            self.known = after
            return self.body(s.finalbody)
        elif isinstance(s, ast.Expr):
            self.check(s.value)
        return not isinstance(s, (ast.Return, ast.Raise, ast.Break, ast.Continue))

    def check(self, node):
        """`torch._check(x.is_contiguous())`."""
        if (
            isinstance(node, ast.Call)
            and last_name(node.func) in ("_assert", "_check")
            and node.args
        ):
            self.known |= self.conditions(node.args[0])[0]

    def branch(self, s):
        self.calls(s.test)
        holds, fails = self.conditions(s.test)
        before = set(self.known)
        self.known = before | holds
        goes_on = self.body(s.body)
        then = self.known
        self.known = before | fails
        other_goes_on = self.body(s.orelse)
        if goes_on and other_goes_on:
            self.known &= then
        elif goes_on:
            self.known = then
        return goes_on or other_goes_on

    def match(self, s):
        self.calls(s.subject)
        before, after = set(self.known), set(self.known)
        for case in s.cases:
            self.known = set(before)
            if self.body(case.body):
                after &= self.known
        self.known = after
        return True

    def loop(self, s):
        """What is changed in it is unknown in it, and behind it."""
        self.calls(s.test if isinstance(s, ast.While) else s.iter)
        changed = {place(n) for n in ast.walk(s) if is_stored(n)}
        elements = {place(n.value) for n in ast.walk(s) if isinstance(n, ast.Subscript) and is_stored(n)}
        made_anew = Scope(self.project, self.report)
        for n in ast.walk(s):
            if isinstance(n, ast.Call) and not made_anew.adds_contiguous(n):
                elements.add(place(n.func.value))
            if isinstance(n, ast.Call) and last_name(n.func) in RESTRIDING and not isinstance(s, ast.While):
                elements.add(place(s.iter))
        asked = self.asked_in(s)
        is_each = not isinstance(s, ast.While) and self.are_elements_contiguous(s.iter)

        def forget_changes():
            for name in changed - {None}:
                self.forget_place(name)
            self.known -= {str(e) + "[]" for e in elements}
            for n in ast.walk(s):
                if isinstance(n, ast.Call):
                    self.forget_changes_by(n)

        forget_changes()
        if is_each and isinstance(s.target, ast.Name):
            self.known.add(s.target.id)
        self.body(s.body)
        forget_changes()
        self.known |= {a for a in asked if a.removesuffix("[]") not in changed}
        return self.body(s.orelse)

    def asked_in(self, s):
        """`for t in (x, y): assert t.is_contiguous()`: x and y, behind it."""
        if isinstance(s, ast.While) or not isinstance(s.target, ast.Name):
            return set()
        inner = Scope(self.project, lambda call, scope: None)
        for first in s.body:
            leaves = (ast.Break, ast.Continue, ast.Return)
            is_left = any(isinstance(n, leaves) for n in ast.walk(first))
            is_changed = any(is_stored(n) and place(n) == s.target.id for n in ast.walk(first))
            if is_left or is_changed or not inner.statement(first):
                return set()
            if s.target.id in inner.known:
                return self.names(s.iter)
        return set()

    def calls(self, node):
        for n in ast.walk(node):
            if isinstance(n, ast.Call):
                self.report(n, self)
        for n in ast.walk(node):
            if isinstance(n, ast.Call):
                if not self.adds_contiguous(n):
                    self.known.discard(str(place(n.func.value)) + "[]")
                self.forget_changes_by(n)

    def adds_contiguous(self, call):
        """Whether a list that it adds to stays contiguous; of others, True."""
        name = last_name(call.func)
        if not isinstance(call.func, ast.Attribute) or not call.args:
            return True
        if name in ("append", "insert"):
            return self.is_contiguous(call.args[-1])
        return name != "extend" or self.are_elements_contiguous(call.args[-1])

    def forget_changes_by(self, call):
        """An object's attributes are changed by its methods, and by those whom
        it is passed to; a tensor by what transposes it in place."""
        of = place(call.func.value) if isinstance(call.func, ast.Attribute) else None
        if last_name(call.func) in RESTRIDING:
            if of:
                self.forget_place(of)
            elif isinstance(getattr(call.func, "value", None), ast.Subscript):
                self.known.discard(str(place(call.func.value.value)) + "[]")
        given = [a.value if isinstance(a, ast.Starred) else a for a in call.args]
        given += [k.value for k in call.keywords]
        # Whoever gets the list itself may put others into it.
        if last_name(call.func) not in ("cat", "concat", "enumerate", "len", "list", "map", "stack", "tuple", "zip"):
            for a in call.args + [k.value for k in call.keywords]:
                self.known.discard(str(place(a)) + "[]")
        objects = {of} | {place(g) for g in given}
        self.known = {
            k for k in self.known
            if not any(o and k.startswith(o + ".") for o in objects)
        }


def scopes(tree):
    """Each function with the class around it, and the module itself."""
    found = [(None, None, tree.body)]

    def look(node, owner):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.append((owner, child, child.body))
                look(child, None)
            else:
                look(child, child if isinstance(child, ast.ClassDef) else owner)

    look(tree, None)
    return found


def positional(call, scope):
    """Of each argument, and whether all are from a `*list` on."""
    for i, a in enumerate(call.args):
        if isinstance(a, ast.Starred):
            rest = all(
                scope.are_elements_contiguous(r.value)
                if isinstance(r, ast.Starred)
                else scope.is_contiguous(r)
                for r in call.args[i:]
            )
            return [scope.is_contiguous(b) for b in call.args[:i]], rest
    return [scope.is_contiguous(a) for a in call.args], False


def parameters_of(project, owner, function):
    """Those that are contiguous from the start."""
    names = [a.arg for a in function.args.posonlyargs + function.args.args]
    decorators = {
        last_name(d.func if isinstance(d, ast.Call) else d)
        for d in function.decorator_list
    }
    if decorators & project.decorators:
        return names
    calls = project.applies.get(owner.name) if owner is not None else None
    if not calls or function.name != "forward" or owner.name not in project.classes:
        return []
    # forward(ctx, x, ..) of apply(x, ..)
    return [
        name for i, name in enumerate(names[1:])
        if all(are[i] if i < len(are) else rest for are, rest in calls)
    ]


def own_receiver(call):
    """`self.f(..)` and `super().f(..)` are the class's own."""
    if not isinstance(call.func, ast.Attribute):
        return False
    of = call.func.value
    return (isinstance(of, ast.Name) and of.id in ("self", "cls")) or (
        isinstance(of, ast.Call) and last_name(of.func) == "super"
    )


def aliases_of(tree, names):
    """Other names of functions, and the nodes that say so."""
    aliases, said = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                if each.name in names and each.asname:
                    aliases[each.asname] = each.name
        elif isinstance(node, ast.Assign) and last_name(node.value) in names:
            if all(isinstance(t, ast.Name) for t in node.targets):
                aliases.update((t.id, last_name(node.value)) for t in node.targets)
                said.add(node.value)
    return aliases, said


def mentions(tree, names, said):
    """Uses other than to call: what is passed to them nobody knows."""
    called = {n.func for n in ast.walk(tree) if isinstance(n, ast.Call)}
    for node in ast.walk(tree):
        if (
            isinstance(node, (ast.Name, ast.Attribute))
            and isinstance(node.ctx, ast.Load)
            and last_name(node) in names
            and node not in called
            and node not in said
            and not (isinstance(node, ast.Attribute) and last_name(node.value) in ("self", "cls"))
        ):
            yield node


def files_of(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(d for d in folders if not d.startswith("."))
            for file in sorted(files):
                if file.endswith(".py"):
                    yield os.path.join(folder, file)


def main(names, paths):
    names, trees = set(names.split(",")), {}
    for file in files_of(paths):
        try:
            with open(file, "rb") as f:
                trees[file] = ast.parse(f.read(), file)
        except (OSError, SyntaxError, ValueError, RecursionError) as e:
            print(json.dumps({"file": file, "error": str(e)}))
    project = Project(trees.values())

    def visit(report):
        for file, tree in trees.items():
            for owner, function, body in scopes(tree):
                known = parameters_of(project, owner, function) if function else []
                Scope(project, lambda c, s: report(file, c, s), known).body(body)

    def apply(file, call, scope):
        if last_name(call.func) == "apply" and isinstance(call.func, ast.Attribute):
            owner = last_name(call.func.value)
            project.applies.setdefault(owner, []).append(positional(call, scope))

    aliases = {}

    def show(file, call, scope):
        name = last_name(call.func)
        name = name if name in names else aliases[file].get(name)
        if name is None or own_receiver(call):
            return
        keywords = [k.arg for k in call.keywords if k.arg and scope.is_contiguous(k.value)]
        are, rest = positional(call, scope)
        print(json.dumps({
            "name": name,
            "file": file,
            "line": call.lineno,
            "arguments": are,
            "rest": rest,
            "keywords": keywords,
        }))

    for file, tree in trees.items():
        aliases[file], said = aliases_of(tree, names)
        for node in mentions(tree, names | set(aliases[file]), said):
            print(json.dumps({
                "name": aliases[file].get(last_name(node), last_name(node)),
                "file": file,
                "line": node.lineno,
                "arguments": [],
                "rest": False,
                "keywords": [],
            }))
    visit(apply)
    visit(show)


main(sys.argv[1], sys.argv[2:])
