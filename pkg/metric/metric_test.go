package metric

import (
	"iter"
	"math"
	"strings"
	"testing"
)

// TestNamed: what a name says, and that a name which may be turned round says nothing.
func TestNamed(t *testing.T) {
	for direction, names := range map[string]string{
		"higher": `accuracy, Accuracy, test_accuracy, val/accuracy, validation_accuracy, valAccuracy, accuracy_test,
			mean_accuracy, top1_accuracy, top-5 accuracy, acc, acc_norm, accuracy (%), balanced_acc, balanced_accuracy,
			test_balanced_accuracy, f1, F1, f1_macro, test_f1_macro, macro avg/f1-score, f1 score macro, weighted_f1,
			precision@5, recall_at_10, ndcg@10, IR_precision, IR_recall, F_measure, Percent_correct, Kappa_statistic,
			Kappa, Weighted_avg_area_under_ROC, Area_under_PRC, True_positive_rate, Matthews_correlation, ROC_AUC, rocAUC,
			test_roc_auc, eval_roc_auc, classif.acc, classif.auc, predictive_accuracy, area_under_roc_curve, r2, R², r2_score,
			rsq, Rsquared, test_r2, explained_variance, test_explained_variance, d2_pinball_score, score, test_score,
			mean_test_score, P, R, specificity, npv, Negative Predictive Value, true_negative_rate, mcc, kap, j_index,
			spearmanr, bleu, rouge_l, rouge-1, chrf, exact_match, iou, log_likelihood, adjusted_rand_score, neg_log_loss,
			test_neg_log_loss, test_neg_mean_squared_error, test_neg_root_mean_squared_error,
			test_neg_mean_absolute_error, test_neg_brier_score, test_neg_max_error, test_neg_median_absolute_error,
			test_neg_mean_poisson_deviance, test_neg_mean_squared_log_error, valid_neg_log_loss, train_neg_log_loss,
			neg_loss, negLoss, negative_rmse, neg-error-rate, neg_negative_likelihood_ratio`,
		"lower": `loss, test_loss, val/loss, eval_loss, trainLoss, total_loss, log_loss, logLoss, log-loss, mn_log_loss,
			cross_entropy, cross_entropy_loss, hinge_loss, zero_one_loss, 0-1 loss, hamming_loss, huber_loss, mse_loss, nll,
			negative_log_likelihood, neg_log_likelihood, mse, MAE, mean_squared_error, Mean absolute error,
			Root_relative_squared_error, median_absolute_error, max_error, mean_poisson_deviance, error, errors, error rate,
			Error Rate, test_error, validation error, class_error, classification_error, balanced_error_rate,
			Percent_incorrect, False_positive_rate, false_negative_rate, brier, brier_score, brier_class, test_brier_score,
			classif.ce_loss, classif.ce, regr.mse, rmse, test_rmse, mape, perplexity, word_perplexity, wer, word_error_rate, cer, ter,
			calibration_error, ece, pinball_loss, quantile_loss, cost, average_cost, negative_likelihood_ratio, squared error`,
		"": `a new measure, accuracy_loss, accuracy_drop, accuracy_error, f1_loss, recall_loss, precision_error, r2_loss,
			auc_loss, dice_loss, score_loss, loss_score, error_score, loss_accuracy, error_reduction, loss_reduction, loss ratio,
			1-accuracy, 1 - loss, 1-error, -rmse, -loss, - accuracy, −loss, minus_loss, minus_log_loss, test_minus_loss,
			inverse_accuracy, inverse_loss, accuracy_std, accuracy_gap, train_test_loss_gap, loss_delta, accuracy - baseline,
			rmse/mae, log_accuracy, neg_f1, neg_accuracy, negative_precision, test_neg_recall, mean_error,
			mean_percentage_error, standard_error, points, fit_time, score_time, weight_loss, anomaly_score, accuracy?, f1_spam, neg, test, at 5, x
			mean, mean_test, top1, -, _, ., std_neg_loss, likelihood`,
	} {
		for name := range strings.SplitSeq(strings.Join(strings.Fields(names), " "), ",") {
			name = strings.TrimSpace(name)
			m, known := Named(name)
			if m.Direction() != direction || known != (direction != "") || m.Name != name {
				t.Errorf("%s: %q, known %v; want %q", name, m.Direction(), known, direction)
			}
		}
	}
}

// TestCanonical: studies know metrics by the names of All.
func TestCanonical(t *testing.T) {
	for name, want := range map[string]string{"auc": "roc_auc", "test_auc": "roc_auc", "ROC AUC": "roc_auc",
		"neg_log_loss": "log_loss", "val/log loss": "log_loss", "f1-macro": "f1_macro", "macro F1": "f1_macro",
		"P":    "precision",
		"sens": "recall", "brier": "brier_score", "test_neg_brier_score": "brier_score", "mean squared error": "mse",
		"test_accuracy": "accuracy", "pr_auc": "prauc", "auprc": "prauc", "fbeta(beta=2)": "fbeta", "my own": "my own",
		"macro_accuracy": "macroaccuracy", "top5_accuracy": "top5accuracy", "Rsquared": "r2"} {
		if got := Canonical(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func of(values map[string][]float64) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, model := range []string{"a", "b"} {
			for _, v := range values[model] {
				if !yield(model, v) {
					return
				}
			}
		}
	}
}

// TestFit: values that a metric cannot have, and percent.
func TestFit(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		a, b []float64
		want string // of the error
		max  float64
	}{
		{"accuracy", []float64{0, 0.5, nan}, []float64{1}, "", 1},
		{"accuracy", []float64{1 + 1e-12}, []float64{-1e-12}, "", 1},
		{"accuracy", []float64{91.2, 0}, []float64{85, 100}, "", 100},
		{"accuracy", []float64{0.92}, []float64{72.4}, `accuracy of "a" is 0.92, and of "b" 72.4: one is a share`, 0},
		{"accuracy", []float64{1, 0}, []float64{100, 0}, `accuracy of "a" is 1, and of "b" 100: one is a share`, 0},
		{"test_f1", []float64{0.5}, []float64{-0.09}, `test_f1 of "b" is -0.09, but it lies between 0 and 1; `, 0},
		{"accuracy", []float64{50}, []float64{101}, `accuracy of "b" is 101, but it lies between 0 and 1; `, 0},
		{"roc_auc", []float64{0.9}, []float64{1.51}, `ROC AUC of "b" is 1.51, but it lies between 0 and 1`, 0},
		{"roc_auc", []float64{1.4}, []float64{1.51}, `ROC AUC of "a" is 1.4, but it lies between 0 and 1`, 0},
		{"auc", []float64{88}, []float64{91}, "", 100},
		{"mcc", []float64{0.3}, []float64{3.01}, `MCC of "b" is 3.01, but it lies between -1 and 1`, 0},
		{"mcc", []float64{30}, []float64{45}, `MCC of "a" is 30, but it lies between -1 and 1`, 0},
		{"r2", []float64{-7}, []float64{0.9}, "", 1},
		{"r2", []float64{-7}, []float64{1.71}, `R2 of "b" is 1.71, but it is never above 1`, 0},
		{"mae", []float64{0.13}, []float64{-0.53}, `MAE of "b" is -0.53, but it is never below 0; call its negative neg_mae, or `, 0},
		{"test_log_loss", []float64{-0.5}, []float64{-0.3}, `test_log_loss of "a" is -0.5, but it is never below 0; `, 0},
		{"neg_mae", []float64{-3}, []float64{-0.1}, "", 0},
		{"neg_mae", []float64{3}, []float64{0.1}, `neg_mae of "a" is 3, but it is never above 0`, 0},
		{"brier", []float64{0.1}, []float64{2.1}, `Brier score of "b" is 2.1, but it lies between 0 and 2`, 0},
		{"wer", []float64{0.1}, []float64{1.2}, "", math.Inf(1)},
		{"wer", []float64{0.15, 0.2}, []float64{12.9, 14}, `wer of "a" is at most 1, and of "b" above 2: is one in percent`, 0},
		{"loss", []float64{-3}, []float64{300}, "", 0},
		{"points", []float64{-3}, []float64{300}, "", 0},
	} {
		m, _ := Named(c.name)
		got, err := m.Fit(of(map[string][]float64{"a": c.a, "b": c.b}))
		if c.want == "" && (err != nil || got.Max != c.max) {
			t.Errorf("%s, %v, %v: got %+v, %v; want up to %v", c.name, c.a, c.b, got, err, c.max)
		}
		if c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s, %v, %v: got %v, want %s", c.name, c.a, c.b, err, c.want)
		}
	}
	wer, _ := Named("wer")
	for top, percent := range map[float64]bool{1: true, 1.2: false} {
		if m, err := wer.Fit(of(map[string][]float64{"a": {top}})); err != nil || m.Percent != percent {
			t.Errorf("wer of %v: %+v, %v", top, m, err)
		}
	}
}
