// Package roles measures what partition sets do to the comparison of two taggers of
// semantic roles: the questions of Wang's thesis (2019), chapter 4, on another corpus,
// since Chinese FrameNet is not public.
//
// Sentences are taken from Universal PropBank on the English Web Treebank, one for each
// predicate whose roleset has at least 50 of them, except for be, have and do. A tagger
// finds the boundaries of the roles (IOB2, a conditional random field): A by words, parts
// of speech, positions and the predicate, B without the words, C like A without pairs and
// triples.
//
// What is compared are kinds of partitions, by the spread of the estimates over many of a
// kind, and what the paired posterior makes of sets of three replications. Roles compares
// kinds as they are made; Chosen compares random sets that came out far from even with
// regularized ones that came out near it.
package roles
