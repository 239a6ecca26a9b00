// Package preferences simulates comparisons of the answers of two models, or of several, of which people or a judge say
// which is better: how often the procedures of bcv claim a model to be better that is not, by independent comparisons,
// comparisons in clusters such as prompts, items that are shown in both orders, looks after every comparison, and
// Bradley-Terry strengths of several models; and how often intervals of what the place of an answer does hold it.
//
// All cells were declared before any of them had run.
package preferences
