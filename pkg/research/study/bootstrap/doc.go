// Package bootstrap asks whether bootstrap training sets are worth regularizing, as partition sets are: an outlook of
// the thesis (Wang 2019, chapter 8), which names three things to regularize.
//
// A replicate holds record i of n w_i times, and the records with w_i = 0 validate. Replicates are
//
//	random       w is multinomial (Efron 1979)
//	balanced     all B replicates together hold each record B times (Davison, Hinkley and Schechtman 1986)
//	frequencies  of eight replicates each record is in three 0 times, in three once, in one twice and in one three
//	             times; so are the records of each replicate
//	regularized  frequencies, with equal overlaps: any two replicates leave out the same number of records together,
//	             and the products of their multiplicities have the same sum
//
// An orthogonal array of eight levels with n runs and B columns is such a set, without the condition on records, but
// needs n > 7B; here exchanges that keep the frequencies come near the equal overlaps for every n, as method BRLT of
// package cv does. With multiplicities 0, 1 and 2 alone, the mean 1 requires as many records twice as not at all:
// the shares 0.368, 0.368 and 0.184 of the bootstrap, whose mean is 0.736, cannot be met, 3/8, 3/8, 1/8 and 1/8 can,
// and have the variance 1 of the bootstrap.
//
// # What can be gained
//
// The variance of an estimate is its variance over data sets and, given the data, over replicates. Regularization
// changes the second part alone: its share is all that there is to gain. Given the data, the error of one replicate
// has a part that is a sum over records, which frequencies remove, a part of pairs of records, and others. For a part
// of pairs, Σ q_ij (w_i - 1)(w_j - 1) whose rows sum to 0, the covariance over all orders of the records of two
// replicates is proportional to
//
//	x² - n/(n-2) Σ u_i² v_i² + (Σ u_i²)(Σ v_i²) / ((n-1)(n-2))
//
// with u = w - 1 in the one and v in the other, and x = Σ u_i v_i. With x = 0 and independent columns its quotient by
// the variance is about -1/n, for half splits -1/(n-2) exactly: equal overlaps of B replicates take a share of about
// (B-1)/n of this part away, see PairCorrelation.
package bootstrap
