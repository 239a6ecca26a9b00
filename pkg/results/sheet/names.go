package sheet

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Role is what a column of a table holds.
type Role string

// The roles; a caller names others as Role("run").
const (
	roleDataset     Role = "dataset"
	roleTask        Role = "task" // of a benchmark, beside items
	Model           Role = "model"
	roleSetting     Role = "setting" // names models where no other column does
	roleReplication Role = "replication"
	roleFold        Role = "fold"
	roleHalf        Role = "half"
	roleInner       Role = "inner"
	roleRecord      Role = "record" // an item that folds divide
	roleItem        Role = "item"
	roleRun         Role = "run"
	roleDraw        Role = "draw"
	Cluster         Role = "cluster"
	roleTime        Role = "time"
	roleMetric      Role = "metric" // name of the number in a row
	roleValue       Role = "value"
	Truth           Role = "truth"
	roleLabel       Role = "label" // truth or prediction, by what stands beside it
	rolePredicted   Role = "predicted"
	roleScore       Role = "score" // probability or score of the positive class
	roleTraining    Role = "n_train"
	roleValidation  Role = "n_valid"
	roleSet         Role = "set"
	roleSummary     Role = "summary" // of other columns or rows, which is left out
	rolePassed      Role = "passed"  // over
)

// Name is a name that columns of a role have.
type Name struct {
	Role  Role
	Names string // in any case, with any signs between; a name that stands further up in the list is looked for first
	Tools string // that write it
}

// Names are the names that are known, in the order in which they are looked for: of two columns of a role the one whose
// name comes first has it.
var Names = []Name{
	{roleDataset, "dataset, data set, data, benchmark, corpus", "bcv, spreadsheets, papers"},
	{roleDataset, "task, task_id, data_name, dataset_name, data_id, domain, subset", "mlr3, OpenML; beside items a task of one benchmark"},
	{Model, "model, learner, algorithm, classifier, regressor, estimator, method, approach, system, name", "bcv, spreadsheets, MLflow, W&B"},
	{Model, "framework, scheme, provider, llm, architecture, backbone", "AMLB, Weka, promptfoo, papers"},
	{Model, "modell, modèle, modelo, modello, klassifikator, verfahren, methode, algorithmus, algorithme, algoritmo", "spreadsheets"},
	{Model, "wflow_id", "tidymodels: workflow_set"},
	{Model, "learner_id", "mlr3"},
	{Model, "model_name, model_id", "pandas, MLflow"},
	{roleSetting, "params", "scikit-learn: cv_results_"},
	{roleSetting, ".config, config", "tidymodels: tune"},
	{roleReplication, "replication, repeat, rep, repetition", "bcv, OpenML, papers"},
	{roleFold, "fold, cv_fold, fold_id, k_fold, fold_no, fold_nr, fold_num, fold_number, fold_index, fold_idx, outer_fold, test_fold", "bcv, OpenML, pandas"},
	{roleReplication, "key_run", "Weka"},
	{roleFold, "falte, pli, pliegue", "spreadsheets"},
	{roleFold, "resample", "caret: resamples, fit$resample"},
	{roleFold, "iteration", "mlr3"},
	{roleFold, "split, cv, cv_split, split_id", "scikit-learn, pandas"},
	{roleHalf, "half", "bcv"},
	{roleInner, "inner", "bcv"},
	{roleRecord, "record", "bcv"},
	{roleRecord, "rowindex", "caret: fit$pred"},
	{roleRecord, ".row", "tidymodels: collect_predictions"},
	{roleRecord, "row_ids", "mlr3"},
	{roleRecord, "row_id", "OpenML"},
	{roleItem, "item, item_id, id, uid, question, question_id, example, example_id, sentence, sentence_id, doc, doc_id, instance, instance_id, prompt, prompt_id, query, query_id, qid, test, testcase, test_name, nodeid, utterance, utt, utt_id, utterance_id, segment, image, image_id, sample_id, case, case_id, test_case, test_id, test_idx, problem_id", "bcv, Hugging Face, spreadsheets"},
	{roleRun, "run, seed, random_seed, run_number", "bcv, W&B, MLflow"},
	{roleDraw, "draw, epoch, attempt, sample", "bcv, Inspect; draws beside an item, alone it is asked"},
	{Cluster, "cluster, group, passage, document", "bcv, spreadsheets; beside an item"},
	{roleTime, "date, time, period, timestamp, datetime, ds, month, quarter, week, year, point", "forecasts; point by bcv"},
	{roleMetric, "metric, .metric, measure, scorer", "bcv, tidymodels: collect_metrics"},
	{roleValue, "value, .estimate, estimate", "bcv, tidymodels: collect_metrics; beside a metric"},
	{Truth, "truth, y_true, target, actual, gold, obs, observed, correct_label, gold_label, true_label, y, class", "bcv, scikit-learn, caret: fit$pred, mlr3, spreadsheets"},
	{roleLabel, "label, labels", "spreadsheets; the truth where no column is called so, else a prediction"},
	{rolePredicted, "predicted, prediction, pred, y_pred, predicted_label", "bcv, scikit-learn, caret: fit$pred, OpenML"},
	{rolePredicted, ".pred_class, .pred", "tidymodels: collect_predictions"},
	{rolePredicted, "response", "mlr3"},
	{rolePredicted, "yhat, y_hat", "statsmodels, Prophet"},
	{roleScore, "score, prob, probability, proba, y_score, y_prob, confidence", "scikit-learn; beside a truth of two classes"},
	{roleTraining, "n_train, train_size, n_training", "bcv, pandas"},
	{roleValidation, "n_valid, n_test, test_size, n_validation", "bcv, pandas"},
	{roleSet, "set", "bcv"},
	{roleSummary, "mean, average, avg, sd, std, std dev, stdev, se, sem, std_err, stderr, median, rank, avg rank, average rank, mean rank, total, sum, overall, min, max, variance, var, time, n", "spreadsheets, papers"},
	{roleSummary, "mean sd, mean std, mean ± sd, cv mean, overall mean, grand mean, macro average, macro avg, micro average, micro avg, all folds", "spreadsheets"},
	{roleSummary, "mittelwert, mittel, durchschnitt, schnitt, standardabweichung, stabw, summe, gesamt, moyenne, écart type, écart-type, médiane, somme, media, promedio, desviación estándar, desviación típica, mediana, suma, média, desvio padrão, moda, deviazione standard", "spreadsheets"},
	{rolePassed, "words, tokens, length, n_words, n_tokens, word_count, token_count, num_words, num_tokens, support, weight, weights", "sizes of items"},
	{rolePassed, "learning_rate, learn_rate, lr_scheduler, max_depth, tree_depth, n_estimators, num_trees, trees, ntree, n_trees, nrounds, mtry, min_n, min_samples_leaf, min_samples_split, min_child_weight, minobsinnode, max_features, max_leaf_nodes, num_leaves, subsample, colsample_bytree, reg_alpha, reg_lambda, l1_ratio, l2, weight_decay, dropout, momentum, batch_size, hidden_size, hidden_units, hidden_layers, num_layers, n_layers, epochs, n_epochs, num_epochs, max_iter, n_iter, n_neighbors, neighbors, n_components, num_comp, interaction depth, shrinkage, cost_complexity, mixture, loss_reduction, sample_size, stop_iter, rbf_sigma, warmup_steps, max_length, max_tokens, temperature, top_p, threshold, n_params, num_params, parameters, n_instances, n_samples, n_features, n_classes, n_rows, instances, features, classes, models_count", "settings of scikit-learn, mlr3, tune, caret, XGBoost, LLMs"},
	{rolePassed, "iters, fit_time, score_time, .estimator, .iter, resampling_id, nr, uhash, state, status, notes, note, comment, comments, tags, user, created, runtime, duration, start time, end time, run id, run name, sweep, source, source name, version, hostname, commit, url, path, tag_set, train_time, test_time", "scikit-learn, tidymodels, mlr3, W&B, MLflow"},
}

// pattern is a form that names of columns have.
type pattern struct {
	Role    Role
	Pattern string
	About   string
	Tools   string
}

// Patterns are the forms of names. Those of folds, data sets, items and runs are of columns that hold values, in a
// table with a row for each model.
var Patterns = []pattern{
	{roleFold, `^split(\d+)_test_(.+)$`, "split0_test_score", "scikit-learn: cv_results_"},
	{roleFold, `^(?i:cv|fold|split|resample|iteration|k)[ _.-]?(\d+)$`, "fold1, Fold 2, split_3, cv4", "spreadsheets, pandas"},
	{roleFold, `^(?i:fold)(\d+)\.(?i:rep)(\d+)$`, "Fold03.Rep2", "caret"},
	{roleFold, `^(?i:repeat|rep|r)[ _.-]?(\d+)[/_ .-]?(?i:fold|f)[ _.-]?(\d+)$`, "Repeat1/Fold02, rep1_fold2", "rsample"},
	{roleFold, `^[Ff](\d+)$`, "F1, F2, ..., three or more side by side", "spreadsheets"},
	{roleRun, `^(?i:run|seed)[ _.-]?(\d+)$`, "seed1, run 2", "spreadsheets"},
	{roleItem, `^(?i:item|question|example|sentence|q)[ _.-]?(\d+)$`, "item1, q2", "spreadsheets"},
	{Cluster, `^(?i:cluster|group|passage|document)(?i:s)?[ _.-]?(?i:ids?|names?|no|nr|num|number|index|idx|code)?$`, "group_id, Passages", "spreadsheets; beside an item"},
	{roleScore, `^(?:p_|prob\.|proba_|prob_|\.pred_|confidence\.)(.+)$`, "p_CLASS, prob.CLASS, .pred_CLASS, where CLASS is one of the truth", "bcv, mlr3, tidymodels, OpenML"},
	{roleSummary, `^(?:mean|std|rank)_(?:test|train|fit|score)_.+$`, "mean_test_score", "scikit-learn: cv_results_"},
	{roleSummary, `^(?i:std|sd|stdev|se|sem|stderr|rank|ci|var)[ _.-].+$`, "std_rf, Rank rf", "spreadsheets, papers"},
	{roleSummary, `^.+[ _.-](?i:std|sd|stdev|se|sem|stderr|std err|std dev|rank|ci|var)\.?$`, "rf_std, svm rank", "spreadsheets, papers"},
	{roleSummary, `^(?i:count|\d+ ?%|diff|difference|delta|Δ|differenz|différence|diferencia|diferença|differenza|improvement|p[ _.-]?val(?:ue)?|best|winner)$`, "p-value, 25%", "spreadsheets, pandas: describe"},
	{rolePassed, `^_(?:timestamp|step|runtime)$`, "_step", "W&B"},
	{rolePassed, `^(?:split\d+_train_.+|train_.+|param_.+)$`, "train_accuracy, param_C", "scikit-learn"},
	{rolePassed, `^(?:(?:params?|config|hparams?|x_domain|tags)[._/].+|[A-Za-z]\w*__(?i:c|gamma|alpha|\w+_\w+))$`, "params.C, config.lr, svc__gamma", "MLflow, W&B, mlr3; scikit-learn: Pipeline"},
	{rolePassed, `^(?i:(?:[a-z]+[ _.-]?)?(?:time|runtime|duration|elapsed|latency|memory)(?:[ _.-]?(?:sec|secs|seconds|s|ms|min|minutes|h|hours|mb|gb)|[ _.-]?[(\[].*)|(?:[a-z]+[ _.-])(?:time|runtime|duration)|elapsed|latency|seconds|memory)$`, "training_time, runtime_s, Time (s)", "spreadsheets, AutoML"},
}

// compiled are the patterns, in the order of Patterns.
var compiled = func() (out []*regexp.Regexp) {
	for _, p := range Patterns {
		out = append(out, regexp.MustCompile(p.Pattern))
	}
	return out
}()

// byKey are the roles of names, and their places in the list.
var byKey = func() map[string]placed {
	out := map[string]placed{}
	for _, n := range Names {
		for name := range strings.SplitSeq(n.Names, ",") {
			k := key(name)
			if name = strings.TrimSpace(name); name[0] == '.' { // of tidymodels, as it stands
				out[name] = placed{[]Role{n.Role}, len(out)}
			}
			if of, known := out[k]; !known {
				out[k] = placed{[]Role{n.Role}, len(out)}
			} else if !slices.Contains(of.roles, n.Role) {
				out[k] = placed{append(of.roles, n.Role), of.at}
			}
		}
	}
	return out
}()

type placed struct {
	roles []Role
	at    int
}

// key is a name without case, blanks and signs.
func key(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// exported is what MLflow, W&B and Weka write before names of their users.
var exported = regexp.MustCompile(`^(?:params\.|config\.|config/|Key_)`)

// named returns the roles that a name may have, and its place in the list.
func named(name string) ([]Role, int) {
	if _, own := byKey[key(name)]; !own {
		name = name[len(exported.FindString(name)):]
	}
	at, known := byKey[name]
	if !known || name[0] != '.' {
		at = byKey[key(name)]
	}
	return at.roles, at.at
}

// match returns the parts of a name that has a form of a role; nil for none.
func match(role Role, name string) []string {
	for i, p := range Patterns {
		if p.Role == role {
			if m := compiled[i].FindStringSubmatch(name); m != nil {
				return m
			}
		}
	}
	return nil
}

// The forms of names of folds as values: replication and fold, or hold-outs.
var (
	foldOfRep = regexp.MustCompile(`^(?i:fold)0*(\d+)\.(?i:rep)0*(\d+)$`)
	repOfFold = regexp.MustCompile(`^(?i:repeat|rep|r)[ _.-]?0*(\d+)[/_ .-]?(?i:fold|f)[ _.-]?0*(\d+)$`)
	foldOnly  = regexp.MustCompile(`^(?i:cv|fold|split|iteration|f|k)[ _.-]?0*(\d+)(?:_test_.*)?$`)
	repOnly   = regexp.MustCompile(`^(?i:repeat|rep)[ _.-]?0*(\d+)$`)
	holdOut   = regexp.MustCompile(`^(?i:resample|bootstrap)[ _.-]?0*(\d+)$`)
)

// FoldName reads the name of a fold as tools write it, alone or behind that of its replication: numbers as they are
// written, -1 for a replication that is not named. Random hold-outs such as Resample3 are replications of one fold.
func FoldName(text string) (replication, fold int, random, ok bool) {
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	if m := foldOfRep.FindStringSubmatch(text); m != nil {
		return number(m[2]), number(m[1]), false, true
	}
	if m := repOfFold.FindStringSubmatch(text); m != nil {
		return number(m[1]), number(m[2]), false, true
	}
	if m := foldOnly.FindStringSubmatch(text); m != nil {
		return -1, number(m[1]), false, true
	}
	if text == "validation" || text == "train/test split" { // rsample
		return -1, 1, false, true
	}
	if m := holdOut.FindStringSubmatch(text); m != nil {
		return number(m[1]), 1, true, true
	}
	return -1, 0, false, false
}
