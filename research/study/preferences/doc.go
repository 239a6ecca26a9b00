// Package preferences simulates comparisons of the answers of two models, or of several, of which people or a judge say
// which is better: how often the procedures of bcv claim a model to be better that is not, by independent comparisons,
// comparisons in clusters such as prompts, items that are shown in both orders, looks after every comparison, and
// Bradley-Terry strengths of several models; and how often intervals of what the place of an answer does hold it.
//
// All cells were declared before any of them had run. After a first run the intervals of places were given Welch's
// degrees of freedom and a win and a loss that were not seen, and the exact test was put beside the mid-p test, which
// erred in 6.5% of sets of 50 comparisons without ties; the stored run is the second, of the same cells.
package preferences
