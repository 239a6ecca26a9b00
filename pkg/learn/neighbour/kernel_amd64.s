//go:build !noasm

#include "textflag.h"

// FOUR brings the bits of four numbers at an offset to a place of AX: 1 where the
// bound in Y0 is not greater, also for NaN.
#define FOUR(offset, place) \
	VCMPPD    $0x1A, offset(SI), Y0, Y1; \
	VMOVMSKPD Y1, BX; \
	SHLQ      $place, BX; \
	ORQ       BX, AX

// func aboveAVX2(s *[64]float64, bound float64) uint64
TEXT ·aboveAVX2(SB), NOSPLIT, $0-24
	MOVQ         s+0(FP), SI
	VBROADCASTSD bound+8(FP), Y0
	XORQ         AX, AX
	FOUR(0, 0)
	FOUR(32, 4)
	FOUR(64, 8)
	FOUR(96, 12)
	FOUR(128, 16)
	FOUR(160, 20)
	FOUR(192, 24)
	FOUR(224, 28)
	FOUR(256, 32)
	FOUR(288, 36)
	FOUR(320, 40)
	FOUR(352, 44)
	FOUR(384, 48)
	FOUR(416, 52)
	FOUR(448, 56)
	FOUR(480, 60)
	MOVQ         AX, ret+16(FP)
	VZEROUPPER
	RET
