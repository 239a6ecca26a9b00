package errata

import (
	"bytes"
	"fmt"
	"github.com/block-regularized/bcv/research/internal/check"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/research/study"
)

var quick = study.Config{Data: data.FS, Scale: study.Quick, Seed: 1}

// TestConfirmed: every erratum is confirmed by its own computation, has something to
// show, and stands at its number.
func TestConfirmed(t *testing.T) {
	all := All()
	if len(all) != 48 {
		t.Fatalf("%d errata", len(all))
	}
	for i, erratum := range all {
		id := fmt.Sprintf("E%d", i+1)
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			f, err := erratum(quick)
			if err != nil {
				t.Fatal(err)
			}
			check.Equal(t, "f.ID", f.ID, id)
			check.That(t, f.Confirmed, "want f.Confirmed")
			check.That(t, len(f.Tables) != 0, "len(f.Tables) = %v, want another", len(f.Tables))
			check.Equal(t, "f.Verdict()", f.Verdict(), id+": confirmed: "+f.Claim)
			for _, shown := range f.Tables {
				rows := reflect.ValueOf(shown.Rows)
				if table.SchemaOf(rows.Type().Elem()); rows.Len() == 0 {
					t.Errorf("%s: an empty table", shown.Caption)
				}
			}
		})
	}
}

// edited is the data folder with one replacement in one file.
type edited struct {
	fs.FS
	name, old, new string
}

func (e edited) Open(name string) (fs.File, error) {
	if name != e.name {
		return e.FS.Open(name)
	}
	content, err := fs.ReadFile(e.FS, name)
	if err != nil || !bytes.Contains(content, []byte(e.old)) {
		return nil, fmt.Errorf("%s has no %q: %v", name, e.old, err)
	}
	content = bytes.ReplaceAll(content, []byte(e.old), []byte(e.new))
	return fstest.MapFS{name: {Data: content}}.Open(name)
}

// TestCorrected: a source without the error is not accused of it.
func TestCorrected(t *testing.T) {
	for _, c := range []struct {
		erratum        Erratum
		name, old, new string
	}{
		{E14, "published/thesis_table_7_1.csv", "0.009", "0.014"},
		{E9, "published/thesis_table_5_2_5_3.csv", "3,0.0,0.3,f_m,4.35", "3,0.0,0.3,f_m,3.80"},
		{E34, "published/thesis_table_3_9.csv", "1.6996", "1.7996"},
		{E31, "published/scalars.csv", "text_p_h1_P_CWS,0.97,", "text_p_h1_P_CWS,0.98,"},
		{E8, "published/scalars.csv", "monte_carlo_L,10000000", "monte_carlo_L,1000000"},
		{E28, "datasets.csv", ",653,", ",690,"},
		{E23, "published/thesis_table_2_9.csv", "RLT,2,1/2,variance,3.975e-4", "RLT,2,1/2,variance,3.675e-4"},
		{E23, "published/thesis_table_2_9.csv", "RLT,2,1/2,variance,3.975e-4", "RLT,2,1/2,variance,4.975e-4"},
		{E26, "published/thesis_table_7_2.csv", "40.67", "40.68"},
		{E26, "published/acl2019_table_2.csv", "95.11", "95.12"},
		{E26, "published/acl2019_table_2.csv", "95.11", "95.13"},
		{E45, "published/thesis_table_4_5.csv", "bad,P,33.74", "bad,P,23.74"},
		{E45, "published/thesis_table_5_10.csv", "bmx2,Letter6,0.006", "bmx2,Letter6,0.06"},
		{E46, "published/thesis_table_3_9.csv", "CON,svm,500,42,mx2CV,9,1.0224e-4", "CON,svm,500,42,mx2CV,9,3.9753e-4"},
		{E47, "published/thesis_table_3_9.csv", "256,mx2CV,3,8.2011e-5", "256,mx2CV,3,8.235e-5"},
		{E48, "results/account.csv", "table-2.9,iris+knn+100+4/RLT/KFCV/10/reduction_rate_pct,37.50",
			"table-2.9,iris+knn+100+4/RLT/KFCV/10/reduction_rate_pct,47.50"},
		{E40, "results/mcnemar_errors.csv", "EXP6,1,150,A", "EXP6,1,151,A"},
	} {
		config := quick
		config.Data = edited{data.FS, c.name, c.old, c.new}
		f, err := c.erratum(config)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if f.Confirmed || !strings.Contains(f.Verdict(), "NOT confirmed") {
			t.Errorf("%s with %q for %q in %s", f.Verdict(), c.new, c.old, c.name)
		}
	}
}

// TestMissing: what is not in the data folder is an error, not a finding.
func TestMissing(t *testing.T) {
	config := quick
	config.Data = edited{data.FS, "published/thesis_table_7_1.csv", "power", "other"}
	if _, err := E14(config); err == nil {
		t.Error("a finding without its printed number")
	}
	config.Data = fstest.MapFS{}
	if _, err := E20(config); err == nil {
		t.Error("a finding without data")
	}
}
