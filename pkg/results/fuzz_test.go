package results

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Whatever the bytes, the reader answers with tables that can be tested or with an
// error of the table, in one line.
func FuzzParse(f *testing.F) {
	f.Add(goodPairs)
	f.Add("replication,fold,record,truth,a,b\n1,1,0,\"x\ny\",x,x\n")
	f.Add("svm,replication,fold,record,truth,\"knn(k=1, x)\",set\nx,1,1,0,x,y,\ny,1,2,1,y,y,\n")
	f.Add("replication,fold,record,truth,model,predicted\n1,1,0,x,a,y\n1,1,0,x,b,x\n")
	f.Add("replication,fold,record,truth,a,b,dataset\n1,1,0,1.5,x,x,i\n1,1,0,x,x,y,j\n")
	f.Add(twoFolds)
	f.Add("model,replication,fold,loss,n_train,n_valid\na,1,1,0,5,5\nb,1,1,1,5,5\n")
	f.Add("model,replication,fold,loss\na,1,1,1e-300\nb,1,1,-1e150\na,2,1,1e150\nb,2,1,0\n")
	f.Add("model,replication,fold,metric,value\na,1,1,f1,\nb,1,1,f1,1\na,1,1,loss,3\nb,1,1,loss,1\n")
	good, err := os.ReadFile("../../data/counts/acl2019.csv")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(good))
	f.Add("model,replication,fold,tp,fp,fn\na,1,1,0,0,0\na,1,2,0,0,0\nb,1,1,0,0,0\nb,1,2,9007199254740992,0,0\n")
	f.Add("task,model,replication,fold,gold,predicted,correct\n,a,1,1,,,\n")
	f.Add(nestedLosses)
	f.Add(nestedPredictions)
	f.Add(runsOnItems)
	f.Add("item,model,run,truth,label\nx,a,1,y,y\nx,b,1,y,n\nx,b,2,y,y\nz,a,1,n,n\nz,b,1,n,n\nz,b,2,n,y\n")
	f.Add("task,item,model,gold,predicted,correct\nL,x,a,2,2,1\nall,x,a,2,2,1\nL,x,b,1,0,0\nall,x,b,1,0,0\n")
	f.Add("item,model,tp,fp,fn\nx,a,1,0,0\ny,a,0,0,0\nx,b,0,1,1\ny,b,1,1,1\n")
	f.Add("item\tmodel\tnumerator\tdenominator\nx\ta\t1\t2\ny\ta\t0\t0\nx\tb\t1.5\t2\ny\tb\t-1\t1\n")
	f.Add(`{"item":"x","model":"a","score":true}` + "\n" + `{"item":"x","model":"b","score":0.25}`)
	f.Add("replication,fold,record,truth,a,b\n1,1,0,x,x,y\n1,1,1,y,y,y\n2,1,0,x,y,x\n2,1,1,y,y,y\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := Parse("fuzz.csv", strings.NewReader(text), ReadOptions{})
		var te *table.Error
		if err != nil {
			if !errors.As(err, &te) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q", err)
			}
			return
		}
		for _, r := range all {
			checkUsable(t, r)
		}
	})
}

// What is read of a table in any form is what is read of the canonical form that Write makes of it.
func FuzzTables(f *testing.F) {
	for _, text := range []string{
		"fold,a,b\n0,0.5,0.75\n1,0.25,1\n2,0,1\n",
		"fold;a;b\n0;0,5;0,75\n1;0,25;1\n",
		"Model,F1,F2,F3,Mean\nx,1,2,3,2\ny,3,2,2.5,2\n",
		"Resample,x~Accuracy,y~Accuracy,x~Kappa,y~Kappa\nFold1.Rep1,1,1,0,0\nFold2.Rep1,0.5,0,0,0\nFold1.Rep2,1,1,0,0\nFold2.Rep2,1,0,0,0\n",
		"seed,a,b\n1,0.5,0.25\n2,0.75,0.5\n",
		"Data set,a,b\nu,1,2\nv,2,1\nAverage,1.5,1.5\n",
		"id,actual,a,b\n1,x,x,y\n2,y,y,y\n3,x,y,x\n",
		"question,passage,a,b\nq1,p,0.5,1\nq2,p,0.25,1\nq3,r,0,0.5\n",
		"pred,obs,rowIndex,Resample,method\nx,x,1,Fold1,a\ny,x,2,Fold2,a\nx,x,1,Fold1,b\nx,x,2,Fold2,b\n",
		"model,fold,TP,FP,FN,TN\na,1,1,2,3,4\na,2,2,2,3,4\nb,1,1,2,3,4\nb,2,1,0,3,4\n",
		"1\n2\n3\n",
		`[{"model":"a","fold":1,"auc":0.5},{"model":"b","fold":1,"auc":0.75},{"model":"a","fold":2,"auc":0.5},{"model":"b","fold":2,"auc":1}]`,
		`{"a":{"test_score":[0.5,0.75]},"b":{"fit_time":[1,2],"test_score":[1,0.5]}}`,
		`{"a":[0.5,0.75],"b":[1,0.5]}`,
		`{"fold":{"0":1,"1":2},"a":{"0":0.5,"1":0.75},"b":{"0":0.5,"1":1}}`,
		"a|fold|b\n50%|1|60 %\n70%|2|80%\n",
		"fold,question,a,b\n1,q1,1,0\n1,q2,1,1\n2,q3,0,1\n2,q4,1,1\n",
	} {
		for rows := range uint8(5) {
			f.Add(text, rows)
		}
	}
	f.Fuzz(func(t *testing.T, text string, rows uint8) {
		opt := ReadOptions{}
		if k := int(rows % 5); k > 0 {
			opt.Told.Rows = sheet.Units[k-1]
		}
		all, err := Parse("fuzz.csv", strings.NewReader(text), opt)
		var te *table.Error
		if err != nil {
			if !errors.As(err, &te) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q", err)
			}
			return
		}
		for _, r := range all {
			checkUsable(t, r)
		}
		form := Long
		switch r := all[0]; {
		case r.OnTestSet():
			form = ItemRows
		case r.predictions() != nil:
			form = Predictions
		case r.Counts != nil:
			form = Confusion
		}
		var first, second strings.Builder
		if err := Write(&first, form, all...); err != nil {
			return // a name that not all forms have, or kinds that do not stand in one file
		}
		opt.Told.Rows = ""
		opt.Numbers = all[0].Units != nil && all[0].Units.form == numberItems
		again, err := Parse("again.csv", strings.NewReader(first.String()), opt)
		if err != nil {
			t.Fatalf("%v in\n%s\nof\n%s", err, first.String(), text)
		}
		for _, r := range again {
			if len(r.Readings) > 0 {
				t.Fatalf("what Write writes is no canonical form:\n%s", first.String())
			}
		}
		if err := Write(&second, form, again...); err != nil || second.String() != first.String() {
			t.Fatalf("%v: got\n%s\nafter\n%s\nof\n%s", err, second.String(), first.String(), text)
		}
		for i := range all {
			for m, v := range all[i].Values {
				for k, x := range v.Cells {
					if y := again[i].Values[m].Cells[k]; x != y && x == x {
						t.Fatalf("%v is read as %v in\n%s", x, y, first.String())
					}
				}
			}
		}
	})
}

// Files of a 1 x 2 BCV with one half-split and one inner replication.
const (
	nestedLosses = "model,replication,half,inner,fold,loss\na,1,,,1,5\na,1,,,2,4\nb,1,,,1,3\nb,1,,,2,2\n" +
		"a,1,1,1,1,1\na,1,1,1,2,2\na,1,2,1,1,3\na,1,2,1,2,\nb,1,1,1,1,1\nb,1,1,1,2,2\nb,1,2,1,1,3\nb,1,2,1,2,4\n"
	nestedPredictions = "replication,half,inner,fold,record,truth,a,b\n1,,,1,0,x,x,y\n1,,,1,1,y,x,y\n1,,,2,2,x,y,x\n" +
		"1,,,2,3,y,y,y\n1,1,1,1,0,x,x,x\n1,1,1,2,1,y,y,x\n1,2,1,1,2,x,y,x\n1,2,1,2,3,y,x,x\n"
)

// checkUsable runs all tests and posteriors on the first two models of some results.
func checkUsable(t *testing.T, r Results) {
	if len(r.Models) < 2 {
		return
	}
	if r.Classified() {
		for _, folds := range r.Tables(0, 1) {
			for _, c := range folds {
				if p, err := infer.McNemarExact(c, infer.Options{}); err != nil || !(p.PValue >= 0 && p.PValue <= 1) {
					t.Fatalf("%+v: %+v, %v", c, p, err)
				}
			}
		}
	}
	if r.Counts != nil && r.Design.Folds == 2 {
		rows, err := posterior.Compare([]posterior.Task{r.Task(0, 1)},
			posterior.Options{Metrics: []posterior.Metric{posterior.Recall}})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range rows {
			if !(c.PH0 >= 0 && c.PH0 <= 1 && c.ALow <= c.AHigh && c.A >= 0 && c.A <= 1) {
				t.Fatalf("comparison %+v", c)
			}
		}
	}
	for i := range r.Metrics {
		if r.OnTestSet() {
			s, err := r.SampleOf(i, 0, 1, false)
			if err == nil {
				_, err = items.ItemT(s, infer.Options{})
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Fatal(err)
			}
			continue
		}
		d, err := r.Pair(0, 1, i)
		if err != nil {
			if r.Missing(i, 0) == "" && r.Missing(i, 1) == "" {
				t.Fatal(err)
			}
			continue
		}
		for _, test := range infer.Tests() {
			p, err := test.Run(d, infer.Options{})
			var misfit *infer.MisfitError
			if err != nil && !errors.As(err, &misfit) {
				t.Fatal(err)
			}
			if err == nil && (!(p.PValue >= 0 && p.PValue <= 1) || p.Statistic != p.Statistic ||
				p.Estimate != p.Estimate || p.HasCI && !(p.CI.Low <= p.CI.High)) {
				t.Fatalf("%+v", p)
			}
		}
	}
}
