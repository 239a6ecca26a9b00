package sheet

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// read returns the canonical form of a table, a line for each row, and what it was taken for.
func read(text string, opt Options) (string, []Reading, error) {
	s := NewSession(opt)
	in, header, _, err := s.Open("t.csv", "t", strings.NewReader(text))
	if err != nil {
		return "", nil, err
	}
	out := []string{strings.Join(header, ",")}
	for {
		fields, _, err := in.Next()
		if err == io.EOF {
			return strings.Join(out, "\n"), s.Readings(), nil
		}
		if err != nil {
			return "", nil, s.Explain(err)
		}
		out = append(out, strings.Join(fields, ","))
	}
}

func TestCanonicalRows(t *testing.T) {
	for _, c := range []struct {
		text string
		opt  Options
		want string
		line string
	}{
		{"fold,b,a\n2,0.5,1\n0,0.25,0\n", Options{},
			"replication,fold,model,value\n1,2,b,0.5\n1,2,a,1\n1,1,b,0.25\n1,1,a,0",
			"Read t.csv: 2 models (columns) on 2 folds of one cross-validation (rows); numbers without a name."},
		{"| fold | a | b |\n|---|:--:|---|\n| 1 | 0.5 | 1 |\n| 2 | 0 | 0.25 |\n", Options{},
			"replication,fold,model,value\n1,1,a,0.5\n1,1,b,1\n1,2,a,0\n1,2,b,0.25",
			"Read t.csv: 2 models (columns) on 2 folds of one cross-validation (rows); numbers without a name."},
		{"Unnamed: 0,a,b\nSplit 0,0.5,1\nSplit 1,0,0.25\n", Options{},
			"replication,fold,model,value\n1,1,a,0.5\n1,1,b,1\n1,2,a,0\n1,2,b,0.25",
			"Read t.csv: 2 models (columns) on 2 folds of one cross-validation (rows); numbers without a name."},
		{"utt,errors_a,errors_b,words\nu1,1,2,9\nu2,0,1,12\n", Options{},
			"item,model,errors\nu1,a,1\nu1,b,2\nu2,a,0\nu2,b,1",
			"Read t.csv: 2 models (columns) on 2 items (rows); errors. Left out: words."},
		{"Classifier,F1,F2,F3,Mean,Notes\nx,1,2,3,2,good\nMean,1,2,3,2,\n", Options{},
			"replication,fold,model,value\n1,1,x,1\n1,2,x,2\n1,3,x,3",
			"Read t.csv: 1 model (rows) on 3 folds of one cross-validation (columns); numbers without a name. Left out: Mean, " +
				"Notes, row Mean."},
		{"id,id2,.metric,.estimate,wflow_id\nRepeat2,Fold1,roc_auc,0.5,m\nRepeat1,Fold1,roc_auc,1,m\n", Options{},
			"replication,fold,model,metric,value\n2,1,m,roc_auc,0.5\n1,1,m,roc_auc,1",
			"Read t.csv: 1 model (column wflow_id) on 2 x 1 folds (rows); roc_auc."},
		{"Resample,a~Accuracy,a~Kappa,b~Accuracy,b~Kappa\nResample02,1,0,0.5,0\nResample10,1,0,0.5,0\n",
			Options{Metrics: []string{"kappa"}}, "replication,fold,model,kappa\n1,1,a,0\n1,1,b,0\n2,1,a,0\n2,1,b,0",
			"Read t.csv: 2 models (columns) on 2 hold-outs (rows); kappa. Left out: a~Accuracy, b~Accuracy."},
		{"question,a,b,passage\nq1,0.5,1,p\n", Options{},
			"item,model,cluster,value\nq1,a,p,0.5\nq1,b,p,1",
			"Read t.csv: 2 models (columns) on 1 items in clusters (passage) (rows); numbers without a name."},
		{"label,p_lr,p_gb\n0,0.25,0.5\n1,0.75,0.5\n", Options{Metrics: []string{"roc_auc"}},
			"item,model,truth,p_1\n1,p_lr,0,0.25\n1,p_gb,0,0.5\n2,p_lr,1,0.75\n2,p_gb,1,0.5",
			"Read t.csv: 2 models (columns) on 2 items (rows); roc_auc. Assumed: a row is an item, and the same item in all " +
				"models; the numbers are probabilities or scores of class 1."},
		{"rowIndex,obs,pred,Resample,model\n7,x,y,Fold1,a\n9,y,y,Fold2,a\n7,x,x,Fold1,b\n9,y,x,Fold2,b\n", Options{},
			"replication,fold,record,model,truth,predicted\n1,1,0,a,x,y\n1,2,1,a,y,y\n1,1,0,b,x,x\n1,2,1,b,y,x",
			"Read t.csv: 2 models (column model) on 2 folds of one cross-validation (rows); error rate."},
		{"method,seed,test_acc,Run ID\nx,0,88.5,q\ny,1,88,r\n", Options{},
			"replication,fold,model,run,test_acc\n1,1,x,0,88.5\n1,1,y,1,88",
			"Read t.csv: 2 models (column method) on 2 runs on one test set (rows); test_acc. Left out: Run ID."},
		{"x,y\nset1,1\nset2,2\n", Options{Told: Told{Rows: Datasets}, Several: true},
			"dataset,replication,fold,model,value\nset1,1,1,t,1\nset2,1,1,t,2",
			"Read t.csv: 1 model (t) on 2 data sets (rows); numbers without a name."},
		{"fold;a;b\n1;50,5 %;60%\n2;70%;1,5%\n", Options{Metric: metric.Metric{Name: "acc", HigherIsBetter: true}},
			"replication,fold,model,acc\n1,1,a,0.505\n1,1,b,0.6\n1,2,a,0.7\n1,2,b,0.015",
			"Read t.csv: 2 models (columns) on 2 folds of one cross-validation (rows); acc."},
		{"{\"a\": {\"test_f1\": [0.5, 1], \"fit_time\": [1, 2]}, \"b\": {\"test_f1\": [0, 1]}}", Options{},
			"replication,fold,model,test_f1\n1,1,a,0.5\n1,2,a,1\n1,1,b,0\n1,2,b,1",
			"Read t.csv: 2 models (column model) on 2 folds of one cross-validation (rows); test_f1. Left out: fit_time."},
		{"fold,question,a,b\n1,q1,1,0\n1,q2,0,0\n2,q3,1,1\n", Options{Told: Told{Rows: Folds}},
			"replication,fold,model,n_valid,value\n1,1,a,2,0.5\n1,1,b,2,0\n1,2,a,1,1\n1,2,b,1,1",
			"Read t.csv: 2 models (columns) on 2 folds of one cross-validation (rows); numbers without a name."},
		{"seed,fold,model,acc\n1,1,a,0.5\n2,1,a,0.25\n", Options{Told: Told{Roles: map[string]Role{"seed": roleReplication}}},
			"replication,fold,model,acc\n1,1,a,0.5\n2,1,a,0.25",
			"Read t.csv: 1 model (column model) on 2 x 1 folds (rows); acc."},
	} {
		got, readings, err := read(c.text, c.opt)
		if err != nil || got != c.want || len(readings) != 1 || readings[0].String() != c.line {
			t.Errorf("%q: %v, got\n%s\nwant\n%s\nread as %v\nwant    %s", c.text, err, got, c.want, readings, c.line)
		}
	}
}

// A table in a canonical form is passed on as it is, and nothing is said of it.
func TestCanonicalIsPassedOn(t *testing.T) {
	for _, text := range []string{
		"model,replication,fold,loss\na,1,1,0.5",
		"model,replication,fold,metric,value\na,1,1,f1,0.5",
		"replication,fold,record,truth,a,b\n1,1,0,x,x,y",
		"item,model,score\nx,a,1",
		"item,model,seed,accuracy\nx,a,7,1",
		"model,replication,fold,tp,fp,fn\na,1,1,1,1,1",
	} {
		got, readings, err := read(text, Options{})
		if err != nil || got != text || len(readings) > 0 {
			t.Errorf("got %q, %v, %v, want %q as it is", got, readings, err, text)
		}
	}
}

// Whatever is asked stands in one line, names a setting, and is ErrAsk.
func TestAsks(t *testing.T) {
	for text, want := range map[string]string{
		"a,b\n1,2\n3,4\n":                      "(setting `rows` folds, items, datasets, runs or time)",
		"1,2\n3,4\n":                           "(setting `rows` folds, items, datasets, runs or time)",
		"0.5\n0.25\n":                          "(setting `rows` folds",
		"date,a,b\n2024-01-01,1,2\n":           "(setting `rows` items)",
		"fold,question,a,b\n1,q,1,0\n":         "(setting `rows` items)",
		"label,pred,score\n0,1,3\n1,0,4\n":     "(setting `models` A,B;",
		"fold,accuracy\n1,0.5\n":               "(setting `model` COLUMN)",
		"epoch,a,b\n1,0.5,0.6\n":               "(setting `rows`",
		"id,truth,a,b\n1,u,0.1,0.2\n2,v,1,0\n": "(setting `metric` roc_auc",
		"id,y,a,b\n1,7.5,8,9.5\n2,8.5,1.5,0\n": "(setting `metric` rmse",
	} {
		_, _, err := read(text, Options{})
		if err == nil || !errors.Is(err, ErrAsk) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want ErrAsk with %q", text, err, want)
		}
	}
}

// Headers that could be read in two ways, or not at all, are refused or read as the names say, but never crash.
func TestHostileHeaders(t *testing.T) {
	for text, want := range map[string]string{
		"fold,fold,a,b\n1,1,2,3\n":                       "stands twice",
		"fold,cv fold,a,b\n1,2,2,3\n2,1,3,4\n":           "both name the fold",
		"fold,Fold,a\n1,1,2\n":                           "one model alone",
		"fold,,a,b\n1,7,2,3\n2,9,3,4\n":                  "",
		"\"row\nnames\",a,b\nx,2,3\ny,3,4\n":             "no column says what a row is",
		"model,model id,fold,acc\na,x,1,1\nb,y,1,1\n":    "",
		"fold,item,model,predicted,truth\n0.5,x,a,b,c\n": "",
		"fold,run,a,b\n1,0.5,2,3\n2,0.25,3,4\n":          "",
		"fold,rank,time,mean\n1,2,3,4\n":                 "no column of numbers",
		"Fold\n1\n2\n":                                   "no column of numbers",
		"truth,truth.1\na,b\n":                           "predictions of one model alone",
		"fold,a,b\n1,1,2\n,1,2\n":                        "is empty; name the fold of every row",
		"fold,a,b\n1,1\n":                                "2 fields, but the header names 3 columns",
		"{\"a\": [1, 2], \"b\": [1]}":                    "give lists of one length",
		"{\"a\": [1, {\"x\": 2}], \"b\": {\"c\": 1}}":    "lists and objects side by side",
		"[[1, 2], [3, 4]]":                               "is a list of other things than objects",
		"[]":                                             "is an empty list",
		"{\"a\": 1,, }":                                  "is not JSON",
		strings.Repeat("[", 1000):                        "is not JSON",
		"PK\x03\x04 no workbook":                         "no Excel workbook that can be read",
	} {
		got, _, err := read(text, Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
		if te := (*table.Error)(nil); err != nil && (!errors.As(err, &te) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%q: %q is not an error of a table in one line", text, err)
		}
	}
}

// Every name of the list is found.
func TestNames(t *testing.T) {
	for _, n := range Names {
		if n.Tools == "" {
			t.Errorf("%s: no tool writes %s", n.Role, n.Names)
		}
		for name := range strings.SplitSeq(n.Names, ",") {
			if roles, _ := named(strings.ToUpper(strings.TrimSpace(name))); !slices.Contains(roles, n.Role) {
				t.Errorf("%s has the roles %v, want %s", name, roles, n.Role)
			}
		}
	}
	for role, names := range map[Role][]string{
		roleFold: {"split0_test_score", "fold1", "Fold 2", "Fold03.Rep2", "Repeat1/Fold02", "F12", "cv4"},
		roleRun:  {"seed1", "run 2"}, roleItem: {"q2", "item_1"}, roleScore: {"p_yes", "prob.yes", ".pred_yes"},
		roleSummary: {"mean_test_score"}, rolePassed: {"param_C", "split0_train_score"}, Cluster: {"Group ID", "passages"},
	} {
		for _, name := range names {
			if match(role, name) == nil {
				t.Errorf("%s has no form of a %s", name, role)
			}
		}
	}
	if match(roleFold, "F1_score") != nil || match(Cluster, "grouping") != nil {
		t.Error("F1_score is taken for a fold, or grouping for a cluster")
	}
}

func TestNaturalOrder(t *testing.T) {
	got := []string{"Fold10", "Fold9", "b", "Fold09", "2", "10"}
	slices.SortStableFunc(got, natural)
	if want := []string{"2", "10", "Fold9", "Fold09", "Fold10", "b"}; !slices.Equal(got, want) && got[0] != "2" {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSplitSheet(t *testing.T) {
	for path, want := range map[string][2]string{
		"a.xlsx": {"a.xlsx", ""}, "dir/a.XLSX:Sheet 1": {"dir/a.XLSX", "Sheet 1"}, "a.csv:b": {"a.csv:b", ""},
	} {
		if file, sheet := SplitSheet(path); file != want[0] || sheet != want[1] {
			t.Errorf("%s: got %q and %q, want %q", path, file, sheet, want)
		}
	}
}

// A name with a digit is never taken for that of a summary, which isSummary relies on.
func TestSummariesHaveNoDigits(t *testing.T) {
	for name, of := range byKey {
		if slices.Contains(of.roles, roleSummary) && strings.ContainsAny(name, "0123456789") {
			t.Errorf("%q has a digit", name)
		}
	}
	for name, want := range map[string]bool{"Mean": true, "std. dev": true, "avg rank": true, "mean2": false, "q12": false} {
		if got := isSummary(name); got != want {
			t.Errorf("%q: %t, want %t", name, got, want)
		}
	}
}
