import bcv
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

X, y = load_breast_cancer(return_X_y=True)
models = {"logistic": make_pipeline(StandardScaler(), LogisticRegression()), "tree": DecisionTreeClassifier(random_state=1)}
cv = bcv.BlockRegularizedCV(m=5, stratify=True)
print(bcv.compare({name: cross_validate(model, X, y, cv=cv) for name, model in models.items()}, folds=cv))
