package command

import "testing"

// A message that lists names in place of a quoted one begins with the nearest of them.
func TestSuggest(t *testing.T) {
	for text, want := range map[string]string{
		`no learner "knnn"; use one of mean, knn, 1nn`:          `no learner "knnn"; did you mean knn? Use one of mean, knn, 1nn`,
		`no learner "KNN"; use one of mean, knn, 1nn`:           `no learner "KNN"; did you mean knn? Use one of mean, knn, 1nn`,
		`no column "kid"; the columns are kind, leaves`:         `no column "kid"; did you mean kind? The columns are kind, leaves`,
		`no class "rosse"; the classes are ["iris" "rose"]`:     `no class "rosse"; did you mean rose? The classes are ["iris" "rose"]`,
		`no model "ab"; the models are "ac", "xy"`:              `no model "ab"; did you mean ac? The models are "ac", "xy"`,
		`unknown "grater"; use two-sided, greater (B) or less`:  `unknown "grater"; did you mean greater? Use two-sided, greater (B) or less`,
		`unknown "les"; use two-sided, greater (B) or less`:     `unknown "les"; did you mean less? Use two-sided, greater (B) or less`,
		`no learner "quux"; use one of mean, knn, 1nn`:          `no learner "quux"; use one of mean, knn, 1nn`,
		`it is "ans"; use an axis, or give a plan`:              `it is "ans"; use an axis, or give a plan`,
		`only model "usa"; use two`:                             `only model "usa"; use two`,
		`it is "SREG(q=3)"; give it as SREG(p=20), with others`: `it is "SREG(q=3)"; give it as SREG(p=20), with others`,
		`"; use mean, knn`: `"; use mean, knn`,
		`no "x"; `:         `no "x"; `,
		`mean, knn`:        `mean, knn`,
	} {
		if got := suggest(text); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
