// Package errata shows the errors of the sources by computation. Each function E1
// to E45 treats the erratum of that number in data/published/errata.md: it
// computes what is printed and what is right, and its finding is confirmed only if
// the numbers decide so.
//
// The sources are the thesis (T), the ACL 2019 paper (A), its poster (P), the
// voting appendices (V) and the paper on McNemar's test (M).
package errata
