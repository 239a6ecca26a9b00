package name

import "testing"

func TestOf(t *testing.T) {
	got := Of("svm", Setting("cost", 1.5, 1), Setting("gamma", 0.0, 0), Flag("scaled", true), Flag("linear", false))
	if want := "svm(cost=1.5, scaled)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Of("ols"), "ols"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
