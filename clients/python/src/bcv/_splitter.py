"""BCV as a splitter of scikit-learn."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterator, Optional

from ._command import Error
from ._folds import Folds, Indices, _records, folds


@dataclasses.dataclass
class BlockRegularizedCV:
    """Block-regularized m x 2 cross-validation as a cv= of cross_validate, GridSearchCV and the like.

    m         replications of two-fold CV
    inner     replications of two-fold CV inside both halves of each half-split; None makes none. A search
              such as GridSearchCV, which averages all folds, wants none
    halves    half-splits with inner folds, where there are any
    seed      the same seed and data give the same folds
    stratify  spreads the classes y alike over train and valid
    command   the program, as in bcv.folds

    Records with the same value of groups=, an argument of cross_validate and of fit of GridSearchCV, stay
    together. The splitter remembers the folds that it made, so that bcv.compare knows what results were made on.
    """

    m: int = 5
    inner: Optional[int] = None
    halves: int = 10
    seed: int = 1
    stratify: bool = False
    command: Optional[str] = None
    _made: list[Folds] = dataclasses.field(default_factory=list, init=False, repr=False, compare=False)

    def folds(self, X: Any, y: Any = None, groups: Any = None) -> Folds:
        """The folds of the records of X, as a list that bcv.losses and bcv.predictions take."""
        if self.stratify and y is None:
            raise Error("stratify spreads the classes y, and there are none; give y, or leave stratify out")
        inner: dict[str, Any] = {} if self.inner is None else {"inner": self.inner, "halves": self.halves}
        made = folds(_records(X), self.m, self.seed, strata=y if self.stratify else None, groups=groups,
                     command=self.command, **inner)
        if not any(made.frame.equals(before.frame) for before in self._made):
            self._made.append(made)
        return made

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Indices]:
        """The folds as scikit-learn asks for them: (train, valid), arrays of record numbers from 0."""
        return iter(self.folds(X, y, groups))

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds, 2m and 4 inner ones in each half-split and inner replication."""
        return 2 * self.m + 4 * self.halves * (self.inner or 0)

    def get_metadata_routing(self) -> Any:
        """What scikit-learn 1.4 or later asks where it routes metadata: split wants groups, where there are any."""
        from sklearn.utils.metadata_routing import MetadataRequest

        request = MetadataRequest(owner=type(self).__name__)
        request.split.add_request(param="groups", alias=True)
        return request

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments of the splitter, from which clone of scikit-learn makes another."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self) if field.init}

    def set_params(self, **params: Any) -> BlockRegularizedCV:
        """Changes arguments; returns the splitter."""
        for name, value in params.items():
            if name not in self.get_params():
                raise ValueError(f"BlockRegularizedCV has no argument {name}; it has {', '.join(self.get_params())}")
            setattr(self, name, value)
        self._made.clear()
        return self

    def _only(self) -> Folds:
        """The folds that the splitter made, if they are of one data set."""
        if len(self._made) != 1:
            raise Error(f"the splitter made {len(self._made)} sets of folds, so that it is not known on which "
                        "the models were run; make a splitter for each data set, or give "
                        "folds=splitter.folds(X, y, groups)")
        return self._made[0]
