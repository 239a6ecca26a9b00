"""Writes ../answers/tables.txtar: tables in many forms with right answers by numpy and scipy (1.10.1); numbers and names are made up.

python3 make.py"""
import json
import numpy as np
from scipy import stats

rng = np.random.default_rng(20)
files, cases = {}, []
A = ['svm', 'forest']


def corrected(a, b, k):
    """Bouckaert and Frank (2004), eq. 1: test to training records 1/(k-1)."""
    x = np.ravel(b) - np.ravel(a)
    t = x.mean() / np.sqrt((1 / len(x) + 1 / (k - 1)) * x.var(ddof=1))
    return x.mean(), 2 * stats.t.sf(abs(t), len(x) - 1)


def midp(a, b):
    """mid-p of McNemar; a and b are 1 where a model is wrong."""
    b, a = ((a == 0) & (b == 1)).sum(), ((a == 1) & (b == 0)).sum()
    n, k = a + b, min(a, b)
    return min(1, 2 * stats.binom.cdf(k, n, .5) - stats.binom.pmf(k, n, .5))


def auc(y, s):
    return ((s[y == 1][:, None] > s[y == 0]) + .5 * (s[y == 1][:, None] == s[y == 0])).mean()


def delong(y, p, q):
    V = [(s[y == 1][:, None] > s[y == 0][None]) + .5 * (s[y == 1][:, None] == s[y == 0][None]) for s in (p, q)]
    u, v = V[1].mean(1) - V[0].mean(1), V[1].mean(0) - V[0].mean(0)
    return 2 * stats.norm.sf(abs(u.mean()) / np.sqrt(u.var(ddof=1) / len(u) + v.var(ddof=1) / len(v)))


def table(rows, sep=','):
    return ''.join(sep.join(str(v) for v in row) + '\n' for row in rows)


def answer(line, method, estimate, p, *more):
    cases.append([f'> compare {line} --json', f'.verdicts.0.method "{method}"', f'.verdicts.0.estimate {float(estimate)!r} 1e-9',
                  f'.verdicts.0.p_value {float(p)!r} 1e-9', *more])


def pooled(line, place, estimate, p, *more):
    cases.append([f'> compare {line} --json', f'.verdicts.{place}.method "wilcoxon"', f'.verdicts.{place}.estimate {float(estimate)!r} 1e-9',
                  f'.verdicts.{place}.p_value {float(p)!r} 1e-9', *more])


def ask(line, pattern):
    cases.append([f'> compare {line}', 'status 2', f'stderr {pattern}', '!stderr \\n.*\\n'])


C, F = 'corrected-repeated-kfold-t', {m: np.round(q + rng.normal(0, .03, 10), 4) for m, q in zip(A, (.78, .82))}
R = {m: np.round(q + rng.normal(0, .03, (3, 5)), 4) for m, q in zip(A, (.78, .82))}
ten, five, rep = corrected(F['svm'], F['forest'], 10), corrected(F['svm'][:5], F['forest'][:5], 5), corrected(R['svm'], R['forest'], 5)
better, higher = '.verdicts.0.direction "higher"', '.verdicts.0.direction ""'

# Folds.
for m in A:
    files[f'{m}.csv'] = table([['Accuracy', 'Kappa', 'Resample']] + [[v, round(v - .2, 4), f'Fold{i + 1:02d}'] for i, v in enumerate(F[m])])
answer('svm.csv forest.csv --metric Accuracy', C, *ten, better, '.reading.0.models.0 "svm"')  # fit$resample of caret
files['rep.csv'] = table([['Resample', 'svm~ROC', 'forest~ROC']] + [[f'Fold{f + 1}.Rep{r + 1}', R['svm'][r, f], R['forest'][r, f]] for r in range(3) for f in range(5)])
answer('rep.csv', C, *rep, better, '.reading.0.units "3 x 5 folds"')  # resamples(...)$values, repeated
files['transposed.csv'] = table([['Model'] + [f'Fold {i + 1}' for i in range(5)]] + [[m] + [str(v).replace('.', ',') for v in F[m][:5]] for m in A], ';')
answer('transposed.csv', C, *five, higher, '.reading.0.models_in "rows"')
answer('transposed.csv --score accuracy', C, *five, better)
files['affix.csv'] = table([['cv', 'acc_svm', 'acc_forest']] + [[i, F['svm'][i], F['forest'][i]] for i in range(10)])
answer('affix.csv', C, *ten, better, '.verdicts.0.model_a "svm"')
files['two.csv'] = table([['fold', 'svm accuracy', 'svm auc', 'forest accuracy', 'forest auc']] + [[i, F['svm'][i], .5, F['forest'][i], .6] for i in range(10)])
answer('two.csv --metric accuracy', C, *ten, better)
files['percent.csv'] = table([['Split', 'svm', 'forest', 'Mean']] + [[f'#{i + 1}', f"{100 * F['svm'][i]:.2f}%", f"{100 * F['forest'][i]:.2f}%", ''] for i in range(5)])
answer('percent.csv', C, *five, higher)
files['bars.txt'] = table([['fold', 'svm', 'forest']] + [[i, F['svm'][i], F['forest'][i]] for i in range(10)], '|')
answer('bars.txt --score auc', C, *ten, better)
files['arrays.json'] = json.dumps({m: F[m].tolist() for m in A})
answer('arrays.json --rows folds --score accuracy', C, *ten, better)
ask('arrays.json', 'no column says what a row is; say it \\(bcv: --rows folds')
files['columns.json'] = json.dumps({'fold': list(range(10)), **{m: F[m].tolist() for m in A}}, indent=1)
answer('columns.json', C, *ten, higher)
files['pandas.json'] = json.dumps({'fold': {str(i): i for i in range(10)}, **{m: {str(i): F[m][i] for i in range(10)} for m in A}})
answer('pandas.json', C, *ten, higher)
files['lines.jsonl'] = ''.join(json.dumps({'classifier': m, 'split': i, 'auc': F[m][i]}) + '\n' for m in A for i in range(10))
answer('lines.jsonl', C, *ten, better)
for m in A:
    files[f'cv_{m}.json'] = json.dumps({'fit_time': [.1] * 10, 'score_time': [.1] * 10, 'test_roc_auc': F[m].tolist(), 'train_roc_auc': [1.] * 10})
answer('cv_svm.json cv_forest.json', C, *ten, better, '.verdicts.0.model_a "cv_svm"')
files['search.json'] = json.dumps({'params': [{'C': 1}, {'C': 2}], 'mean_test_score': [1, 2], 'rank_test_score': [1, 2],
                                   **{f'split{i}_test_score': [F['svm'][i], F['forest'][i]] for i in range(5)}})
answer('search.json', C, *five, better, 'stderr the best of many looks better than it is')
files['repeats.csv'] = table([['learner', 'repeat', 'fold', 'r2']] + [[m, r, f, R[m][r, f]] for f in range(5) for r in range(3) for m in A])
answer('repeats.csv', C, *rep, better)
counts = {m: [(int(rng.integers(25, 35)), int(rng.integers(4, 12)), int(rng.integers(4, 12))) for _ in range(5)] for m in A}
f1 = {m: np.array([2 * t / (2 * t + p + n) for t, p, n in counts[m]]) for m in A}
files['chunks.csv'] = table([['System', 'Fold', 'Gold', 'Predicted', 'Correct']] + [[m, i + 1, t + n, t + p, t] for m in A for i, (t, p, n) in enumerate(counts[m])])
answer('chunks.csv --metric F1', C, *corrected(f1['svm'], f1['forest'], 5), better)

# Items with a truth.
n = 120
y = rng.integers(0, 2, n)
L = {m: np.where(rng.random(n) < q, y, 1 - y) for m, q in zip(A, (.7, .85))}
S = {m: np.round(1 / (1 + np.exp(-(y * g - g / 2 + rng.normal(size=n)))), 3) for m, g in zip(A, (1, 2))}
wrong = {m: (L[m] != y).astype(int) for m in A}
labels = (wrong['svm'].mean() - wrong['forest'].mean(), midp(wrong['svm'], wrong['forest']))
areas = (auc(y, S['forest']) - auc(y, S['svm']), delong(y, S['svm'], S['forest']))
names = np.array(['no', 'yes'])
for m in A:
    files[f'pred_{m}.csv'] = table([['y_true', 'y_pred']] + [[y[i], L[m][i]] for i in range(n)])
answer('pred_svm.csv pred_forest.csv', 'mcnemar-midp', *labels, better)
files['labels.csv'] = table([['label', *A]] + [[names[y[i]], names[L['svm'][i]], names[L['forest'][i]]] for i in range(n)])
answer('labels.csv', 'mcnemar-midp', *labels)
files['both.csv'] = table([['id', 'gold', 'svm_pred', 'svm_prob', 'forest_pred', 'forest_prob']] +
                          [[i, names[y[i]], names[L['svm'][i]], S['svm'][i], names[L['forest'][i]], S['forest'][i]] for i in range(n)])
answer('both.csv', 'mcnemar-midp', *labels)
answer('both.csv --metric roc_auc', 'delong', *areas)
files['scores.csv'] = table([['model', 'uid', 'y_true', 'y_score']] + [[m, f'u{i}', y[i], S[m][i]] for m in A for i in range(n)])
answer('scores.csv --metric roc_auc', 'delong', *areas)
ask('scores.csv', '--metric roc_auc')
z = rng.normal(50, 9, n)
Z = {m: np.round(z + rng.normal(0, s, n), 2) for m, s in zip(A, (4, 3))}
z = np.round(z, 2)
d = abs(Z['forest'] - z) - abs(Z['svm'] - z)
files['numbers.csv'] = table([['System', 'doc', 'target', 'prediction']] + [[m, i, z[i], Z[m][i]] for i in range(n) for m in A])
answer('numbers.csv --metric mae', 'item-t', d.mean(), stats.ttest_1samp(d, 0).pvalue)
ask('numbers.csv', '--metric rmse')

# Predictions on folds.
fold, order = np.arange(n) % 5, rng.permutation(n)
by = {m: np.array([wrong[m][fold == k].mean() for k in range(5)]) for m in A}
trained = corrected(by['svm'], by['forest'], 5)
files['collect.csv'] = table([['wflow_id', '.config', 'id', '.pred_class', '.row', 'Class']] +
                             [[m, 'Preprocessor1_Model1', f'Fold{fold[i] + 1}', names[L[m][i]], i + 1, names[y[i]]] for m in A for i in order])
answer('collect.csv', C, *trained, '.verdicts.0.folds 5')  # collect_predictions(summarize = FALSE)
for m in A:
    files[f'{m}_caret.csv'] = table([['pred', 'obs', 'rowIndex', 'mtry', 'Resample']] + [[names[L[m][i]], names[y[i]], i + 1, 2, f'Fold{fold[i] + 1}'] for i in order])
answer('svm_caret.csv forest_caret.csv', C, *trained)  # fit$pred
files['mixed.csv'] = table([['fold', 'question', *A]] + [[fold[i] + 1, f'q{i}', 1 - wrong['svm'][i], 1 - wrong['forest'][i]] for i in range(n)])
ask('mixed.csv', '--rows folds.* --rows items')
answer('mixed.csv --rows items --score correct', 'mcnemar-midp', *labels)
answer('mixed.csv --rows folds --score accuracy', C, -trained[0], trained[1])

# Data sets.
D = np.round(rng.normal(75, 8, (9, 1)) + rng.normal([0, 1.5], 1.2, (9, 2)), 2)
sets = ((D[:, 1] - D[:, 0]).mean(), stats.wilcoxon(D[:, 1], D[:, 0]).pvalue)
files['benchmark.csv'] = table([['Benchmark', *A]] + [[f'b{i}', *D[i]] for i in range(9)] + [['Average', *D.mean(0).round(1)], ['Std. dev.', 1, 1]])
pooled('benchmark.csv', 0, *sets, '.reading.0.left_out.0 "row Average"', '.reading.0.left_out.1 "row Std. dev."')
seeds = D[:, None, :] + np.array([-.5, 0, .5])[None, :, None]
files['seeds.csv'] = table([['method', 'dataset', 'seed', 'accuracy']] + [[m, f'b{i}', s, round(seeds[i, s, k], 2)] for k, m in enumerate(A) for s in range(3) for i in range(9)])
pooled('seeds.csv', 9, *sets, '.verdicts.0.method "welch-t"')
files['papers.csv'] = table([['Algorithm', *(f'UCI-{i}' for i in range(9)), 'Avg. rank']] + [[m, *D[:, k], 1.5] for k, m in enumerate(A)])
pooled('papers.csv --columns datasets --score accuracy', 0, *sets)

# Runs on one test set.
a, b = np.round(rng.normal(.71, .01, 5), 4), np.round(rng.normal(.73, .01, 5), 4)
w = (b.mean() - a.mean(), stats.ttest_ind(b, a, equal_var=False).pvalue)
files['runs.csv'] = table([['seed', *A]] + [[i, a[i], b[i]] for i in range(5)])
answer('runs.csv --score bleu', 'welch-t', *w, better)
files['wide_runs.csv'] = table([['system', *(f'seed{i}' for i in range(5))], ['svm', *a], ['forest', *b]])
answer('wide_runs.csv', 'welch-t', *w, higher)
uneven = (b[:4].mean() - a.mean(), stats.ttest_ind(b[:4], a, equal_var=False).pvalue)
files['uneven.csv'] = table([['Run ID', 'State', 'approach', 'seed', 'test/f1', 'lr']] + [[f'x{i}', 'ok', m, i, v, .1] for m, x in (('svm', a), ('forest', b[:4])) for i, v in enumerate(x)])
answer('uneven.csv', 'welch-t', *uneven, better)

# Items with scores.
Q = np.round(rng.beta(3, 5, (60, 2)), 3)
files['sentences.tsv'] = table([['sentence', 'cat', 'chrf', 'method']] + [[f's{i}', 'x', Q[i, k], m] for i in range(60) for k, m in enumerate(A)], '\t')
answer('sentences.tsv', 'item-t', (Q[:, 1] - Q[:, 0]).mean(), stats.ttest_rel(Q[:, 1], Q[:, 0]).pvalue, better)

# What is asked or refused, in one line.
head = [['fold', *A]] + [[i, F['svm'][i], F['forest'][i]] for i in range(5)]
for name, rows, pattern in [
    ('epoch.csv', [['epoch', *A]] + head[1:], 'column epoch: does a row stand for .* --rows'),
    ('replication.csv', [['rep', *A]] + head[1:], '--rows folds.* --rows runs'),
    ('seed_fold.csv', [['model', 'fold', 'seed', 'acc']] + [[m, f, s, .5] for m in A for f in range(3) for s in range(2)], '--as seed=replication.* --as seed=run'),
    ('eff.csv', [['model', 'F1', 'F2'], ['svm', .5, .6], ['forest', .6, .7]], '--columns folds'),
    ('metrics.csv', [['fold', 'accuracy', 'f1']] + head[1:], 'has metrics \\(accuracy, f1\\) of one model; .* --model COLUMN'),
    ('half.csv', [['fold', 'svm', 'accuracy']] + head[1:], '--models A,B'),
    ('unknown.csv', [['model', 'fold', 'x', 'z']] + [[m, f, .1, .2] for m in A for f in range(3)], '--score x or --loss x'),
    ('parts.csv', [['model', 'fold', 'split', 'acc']] + [[m, f, s, .5] for m in A for f in range(3) for s in ('train', 'test')], 'keep the rows that models were tested on'),
    ('alone.csv', [['truth', 'svm']] + [['a', 'b']] * 3, 'predictions of one model alone .* --models A,B'),
    ('class.csv', [['truth', *A]] + [['a', .1, .2], ['b', .3, .4], ['a', .5, .6]], '--metric roc_auc'),
    ('names.csv', [['model', 'fold', 'acc']] + [[m, f'{m[0]}{f}', .5] for m in A for f in range(3)], 'are these the same folds\\?'),
    ('commas.csv', [['fold', *A]] + [[1, '"0,5"', .6], [2, '"0,4"', .7]], 'write all numbers alike'),
    ('thousands.csv', [['fold', *A]] + [[1, '"1,500"', '"1,600"'], [2, '"2,400"', '"2,700"']], 'is the comma of 1,500 a decimal sign'),
    ('signs.csv', [['fold', *A]] + [[1, '50%', .6], [2, '60%', .7]], 'has percent signs, and column forest has none'),
    ('headless.csv', [[.5, .6], [.7, .8]], '--rows'),
    ('twice.csv', [['fold', 'fold_id', *A]] + [[i, 9 - i, .5, .6] for i in range(3)], '--as fold_id=passed'),
    ('iterations.csv', [['learner_id', 'resampling_id', 'iteration', 'classif.acc']] + [[m, 'repeated_cv', i, .5] for m in A for i in range(4)], '--as COLUMN=replication'),
    ('week.csv', [['week', *A]] + head[1:], 'points in time'),
]:
    files[name] = table(rows)
    ask(name, pattern)
ask('class.csv --metric roc_auc', '--positive a')

# Titles, comments, units, two rows of names, blanks between fields.
def lines(sep=',', rows=10, number=str):
    return ''.join(sep.join(map(str, (i, number(F['svm'][i]), number(F['forest'][i])))) + '\n' for i in range(rows))


for name, text, estimate, *more in [
    ('title.csv', '\ufeffResults, spring\n\n;;\nfold;svm;forest\n' + lines(';', number=lambda v: str(v).replace('.', ',')), ten, '.reading.0.left_out.0 "line 1 (Results, spring)"'),
    ('excel.csv', 'sep=;\r\nfold;svm;forest\r\n' + lines(';').replace('\n', '\r\n'), ten, '.reading.0.left_out []'),
    ('comment.csv', '# made by a script\n# in spring\nfold,svm,forest\n' + lines(), ten, '.reading.0.left_out.1 "line 2 (in spring)"'),
    ('savetxt.txt', '# fold svm forest\n' + lines(' '), ten, '.reading.0.left_out []'),
    ('units.csv', 'fold,svm,forest\n,[acc],[acc]\n' + lines(), ten, '.reading.0.left_out.0 "line 2 (units)"'),
    ('pandas.txt', '   fold     svm  forest\n' + ''.join(f'{i}  {i:4d}  {F["svm"][i]:.4f}  {F["forest"][i]:.4f}\n' for i in range(10)), ten),
    ('pivot.txt', 'model     svm  forest\nfold                 \n' + lines('     '), ten, '.reading.0.models.0 "svm"'),
    ('write.table', '"fold" "svm" "forest"\n' + ''.join(f'"{i + 1}" {l}\n' for i, l in enumerate(lines(' ').splitlines())), ten),
    ('trailing.csv', 'fold,svm,forest\n' + lines().replace('\n', ',,\n'), ten),
    ('mittelwert.csv', 'Fold;svm;forest\n' + lines(';') + 'Mittelwert;0.8;0.8\nStandardabweichung;0.1;0.1\n', ten, '.reading.0.left_out.1 "row Standardabweichung"'),
    ('differences.csv', 'fold,svm,forest,forest-svm,p-value\n' + lines().replace('\n', ',0.1,0.04\n'), ten, '.reading.0.left_out.0 "forest-svm"'),
    ('sizes.csv', 'fold,max_depth,svm,forest,svc__C,n,runtime_s\n' + ''.join(f'{i},3,{F["svm"][i]},{F["forest"][i]},{i},{i * i},0.7\n' for i in range(10)), ten, '.reading.0.left_out.3 "runtime_s"'),
]:
    files[name] = text
    answer(name, C, *estimate, higher, *more)
both = [[i, F['svm'][i], F['svm'][9 - i], F['forest'][i], F['forest'][9 - i]] for i in range(10)]
for name, head, order in [('metrics_wide.csv', [['fold', 'svm_f1', 'svm_auc', 'forest_f1', 'forest_auc']], [0, 1, 2, 3, 4]),
                          ('levels.csv', [['', 'svm', 'svm', 'forest', 'forest'], ['', 'f1', 'auc', 'f1', 'auc'], ['fold', '', '', '', '']], [0, 1, 2, 3, 4]),
                          ('levels_of.csv', [['model', 'f1', 'f1', 'auc', 'auc'], ['', 'svm', 'forest', 'svm', 'forest'], ['fold', '', '', '', '']], [0, 1, 3, 2, 4]),
                          ('merged.csv', [['', 'svm', '', 'forest', ''], ['fold', 'f1', 'auc', 'f1', 'auc']], [0, 1, 2, 3, 4])]:
    files[name] = table(head + [[row[k] for k in order] for row in both])
    answer(f'{name} --metric f1', C, *ten, better)
    ask(name, '--metric f1,auc')
answer('metrics_wide.csv --metric f1,auc', C, *ten, better)
files['with_times.csv'] = table([['fold', 'svm_f1', 'svm_s', 'forest_f1', 'forest_s']] + both)
answer('with_times.csv', C, *ten, better, '.reading.0.left_out.0 "svm_s"')

# Right and wrong answers of items.
right = rng.random((80, 2)) < (.6, .8)
p = midp(~right[:, 0], ~right[:, 1])
for name, columns, words in [('right.csv', ['svm_correct', 'forest_correct'], '01'), ('right_of.csv', ['correct_svm', 'correct_forest'], '01'),
                             ('is_right.csv', ['svm_is_correct', 'forest_is_correct'], ['False', 'True']), ('passed.csv', ['svm.passed', 'forest.passed'], '01'),
                             ('say_right.csv', ['svm right', 'forest right'], '01')]:
    files[name] = table([['id', *columns]] + [[f'q{i}', words[int(a)], words[int(b)]] for i, (a, b) in enumerate(right)])
    answer(name, 'mcnemar-midp', right[:, 1].mean() - right[:, 0].mean(), p, better, '.verdicts.0.model_a "svm"')
files['wrong.csv'] = table([['id', 'svm_wrong', 'forest_wrong']] + [[f'q{i}', int(not a), int(not b)] for i, (a, b) in enumerate(right)])
answer('wrong.csv', 'mcnemar-midp', right[:, 0].mean() - right[:, 1].mean(), p, '.verdicts.0.direction "lower"')
cases.append(['> power --from right.csv --half-width 0.05 --json', '.reading.0.number "correct"', '.items 80'])
cases.append(['> power --from right.csv --half-width 0.05', 'stdout ^Read right.csv: 2 models .columns. on 80 items'])

# Predictions of a repeated cross-validation of mlr3, whose iterations are numbered throughout.
rows, wrong = [], np.zeros((2, 12))
for k, m in enumerate(A):
    for r in range(3):
        order = np.random.default_rng(r).permutation(40)
        for f in range(4):
            for i in sorted(order[10 * f:10 * f + 10]):
                bad = rng.random() < (.3, .2)[k]
                rows.append(['t', m, 4 * r + f + 1, i + 1, 'ab'[i % 2], 'ab'[(i + bad) % 2]])
                wrong[k, 4 * r + f] += bad / 10
head = [['task_id', 'learner_id', 'iteration', 'row_ids', 'truth', 'response']]
files['mlr3_repeated.csv'] = table(head + rows)
answer('mlr3_repeated.csv', C, *corrected(*wrong, 4), '.reading.0.units "3 x 4 folds"')
files['mlr3_by_row.csv'] = table(head + sorted(rows, key=lambda r: (A.index(r[1]), r[3])))
answer('mlr3_by_row.csv', C, *corrected(*wrong, 4), '.reading.0.units "3 x 4 folds"')
files['mlr3_sub.csv'] = table(head + [r for r in rows if r[3] % 4 != r[2] % 4])
ask('mlr3_sub.csv', '--as COLUMN=replication')
subsets = [(it + 1, i) for it in range(4) for i in (0, *(1 + np.random.default_rng(it).permutation(39)[:13]))]
files['mlr3_hold_outs.csv'] = table(head + [['t', m, it, i + 1, 'ab'[i % 2], 'ab'[i // 2 % 2]] for m in A for it, i in subsets])
ask('mlr3_hold_outs.csv', 'the iterations do not repeat one cross-validation.*--as COLUMN=replication')

# Exports.
weka = [['Key_Dataset', 'Key_Run', 'Key_Fold', 'Key_Scheme', 'Date_time', 'Percent_correct', 'Elapsed_Time_training']]
files['weka.csv'] = table(weka + [['iris', r + 1, f + 1, m, '20240101.1', R[m][r, f], .1] for m in A for r in range(3) for f in range(5)])
answer('weka.csv', C, *rep, better)
files['mlflow.csv'] = table([['run_id', 'status', 'start_time', 'metrics.accuracy', 'params.model', 'params.seed']] + [[f'{m}{i}', 'FINISHED', '2024-01-01', v, m, i] for m, x in zip(A, (a, b)) for i, v in enumerate(x)])
answer('mlflow.csv', 'welch-t', *w, better)
files['amlb.csv'] = table([['id', 'task', 'framework', 'fold', 'result', 'metric', 'duration', 'seed']] + [['openml.org/t/1', 't', m, i, F[m][i], 'auc', 60 + i, ''] for m in A for i in range(10)])
answer('amlb.csv', C, *ten, better)
files['spanish.csv'] = 'modelo;pliegue;exactitud\n' + ''.join(f'{m};{i};{F[m][i]}\n'.replace('.', ',') for m in A for i in range(10))
answer('spanish.csv', C, *ten, better)

for name, text, pattern in [
    ('empty.csv', 'fold,svm,forest\n1,.5,.6\n2,.6,\n3,.5,.7\n', 'row 3, column forest: is empty'),
    ('missing.csv', 'item,svm_f1,forest_f1\n1,.5,.6\n2,NA,.7\n3,.5,.7\n', 'row 3, column svm_f1: "NA" is not a number'),
    ('lr.csv', 'fold,svm,forest,lr\n' + lines().replace('\n', ',0.001\n'), 'column lr has other numbers .*--as lr=passed'),
    ('large.csv', 'fold,svm,forest,batch\n' + lines().replace('\n', ',32\n'), 'column batch has other numbers .*--as batch=passed'),
    ('one_model.csv', 'fold,svm_accuracy,svm_f1\n' + lines(), 'metrics of one model, or models.*--models'),
    ('other_metrics.csv', 'fold,svm_accuracy,forest_f1\n' + lines(), 'no metric is there of all models'),
    ('some_metrics.csv', 'fold,svm_f1,forest_f1,base\n' + lines().replace('\n', ',0.7\n'), 'some have a model and a metric in their names'),
    ('parts_of.csv', 'fold,val_accuracy,test_accuracy\n' + lines(), 'of one model.*--model'),
    ('two_units.csv', 'fold,svm,forest\n,%,s\n' + lines(), 'column forest: has the unit "s", and column svm "%"'),
    ('unknown_levels.csv', ',svm,svm,forest,forest\nfold,x,y,x,y\n' + table(both), '--models'),
]:
    files[name] = text
    ask(name, pattern)
files['averages.csv'] = 'dataset,fold,item,svm,forest\n' + ''.join(f'd{d},{f},{i},{i % 2},1\n' for d in range(2) for f in range(3) for i in range(4))
ask('averages.csv --rows folds', 'column dataset; give a file for each')
files['letters.csv'] = 'fold,A,B,C\n' + lines().replace('\n', ',0.1\n')
answer('letters.csv', C, *ten, higher, '.reading.0.models.2 "C"')
answer('lr.csv --as lr=passed', C, *ten, higher)

with open('../answers/tables.txtar', 'w') as out:
    out.write('Tables in the forms in which people and tools keep results, with answers by numpy and scipy 1.10.1\n(testdata/tables/make.py writes this file; numbers are made up).\n')
    for case in cases:
        out.write('\n'.join(case) + '\n')
    for name, text in files.items():
        out.write(f'-- {name} --\n{text}' + ('' if text.endswith('\n') else '\n'))
