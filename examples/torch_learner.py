"""A learner for bcv with PyTorch: a network with one hidden layer, for classes and
for numbers. Put your own network into network() and your own loop into train().

    torch_learner.py TRAIN TEST PREDICTIONS    one fit
    torch_learner.py --serve                   fits until the end of the input
"""

import csv
import os
import sys

import numpy as np
import pandas as pd
import torch
from torch import nn

CLASSIFY = os.environ["BCV_TASK"] == "classification"
NOMINAL = next(csv.reader([os.environ["BCV_NOMINAL"]]), [])
EPOCHS, PATIENCE, BATCH = 200, 20, 32


def network(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 32), nn.ReLU(), nn.Linear(32, outputs))


def train(net, X, y):
    """Trains until the loss on a fifth of the training records has not improved for
    PATIENCE epochs. The records of the test file have no say in when to stop."""
    loss = nn.CrossEntropyLoss() if CLASSIFY else nn.MSELoss()
    order = torch.randperm(len(X))
    held, rest = order[: len(X) // 5], order[len(X) // 5 :]
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    best, state, since = float("inf"), None, 0
    for _ in range(EPOCHS):
        for batch in rest[torch.randperm(len(rest))].split(BATCH):
            optimizer.zero_grad()
            loss(net(X[batch]), y[batch]).backward()
            optimizer.step()
        with torch.no_grad():
            now = loss(net(X[held]), y[held]).item()
        since += 1
        if now < best:
            best, since, state = now, 0, {k: v.clone() for k, v in net.state_dict().items()}
        if since == PATIENCE:
            break
    net.load_state_dict(state)


def read(path):
    # Names stay text, also names such as "1" and "NA".
    names = dict.fromkeys(NOMINAL + ["target"] * CLASSIFY, str)
    return pd.read_csv(path, dtype=names, keep_default_na=False)


def fit_predict(train_path, test_path, predictions, seed):
    torch.manual_seed(seed)
    table, test = read(train_path), read(test_path)
    target, table = table["target"], pd.get_dummies(table.drop(columns="target"), columns=NOMINAL)
    record, test = test["record"], pd.get_dummies(test.drop(columns="record"), columns=NOMINAL)
    test = test.reindex(columns=table.columns, fill_value=0)  # levels that training has not seen are left out
    mean, sd = table.mean(), table.std().replace(0, 1)  # of the training records
    X, T = (torch.tensor(((t - mean) / sd).to_numpy(np.float32)) for t in (table, test))
    if CLASSIFY:
        classes, y = np.unique(target, return_inverse=True)
        y = torch.tensor(y)
    else:
        centre, scale = target.mean(), target.std()
        y = torch.tensor(((target - centre) / scale).to_numpy(np.float32))[:, None]
    net = network(X.shape[1], len(classes) if CLASSIFY else 1)
    train(net, X, y)
    with torch.no_grad():
        out = net(T)
    predicted = classes[out.argmax(1)] if CLASSIFY else out[:, 0].numpy() * scale + centre
    pd.DataFrame({"record": record, "prediction": predicted}).to_csv(predictions, index=False)


def serve():
    for line in sys.stdin:
        train_path, test_path, predictions, seed = line.rstrip("\n").split("\t")
        try:
            fit_predict(train_path, test_path, predictions, int(seed))
            print("ok", flush=True)
        except Exception as e:
            print("error", repr(e), flush=True)


if __name__ == "__main__":
    torch.set_num_threads(1)  # bcv runs the folds side by side
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        fit_predict(*sys.argv[1:4], seed=int(os.environ["BCV_SEED"]))
