// Package correlation simulates the correlations rho1 and rho2 of the estimates of an
// m x 2 BCV, for algorithms and for their differences (thesis ch. 5; McNemar paper §5.1).
package correlation
