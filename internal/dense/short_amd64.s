//go:build !noasm

#include "textflag.h"

// func shortAVX2(dst *float64, ldd int, a *float64, lda int, bt *float64, ldb, k, n int)
//
// Four rows by eight columns at a time, each element of a to four lanes: eight
// multiply-adds for six loads.
TEXT ·shortAVX2(SB), NOSPLIT, $0-64
	MOVQ dst+0(FP), DI
	MOVQ ldd+8(FP), R8
	MOVQ a+16(FP), SI
	MOVQ lda+24(FP), R9
	MOVQ bt+32(FP), BX
	MOVQ ldb+40(FP), R10
	MOVQ n+56(FP), CX
	SHLQ $3, R8
	SHLQ $3, R9
	SHLQ $3, R10
	LEAQ (R9)(R9*2), R11
	LEAQ (R8)(R8*2), R12

shortColumns:
	MOVQ   k+48(FP), AX
	MOVQ   SI, R13
	MOVQ   BX, DX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7

shortLoop:
	VMOVUPD      (DX), Y8
	VMOVUPD      32(DX), Y9
	VBROADCASTSD (R13), Y10
	VBROADCASTSD (R13)(R9*1), Y11
	VBROADCASTSD (R13)(R9*2), Y12
	VBROADCASTSD (R13)(R11*1), Y13
	VFMADD231PD  Y8, Y10, Y0
	VFMADD231PD  Y9, Y10, Y1
	VFMADD231PD  Y8, Y11, Y2
	VFMADD231PD  Y9, Y11, Y3
	VFMADD231PD  Y8, Y12, Y4
	VFMADD231PD  Y9, Y12, Y5
	VFMADD231PD  Y8, Y13, Y6
	VFMADD231PD  Y9, Y13, Y7
	ADDQ         $8, R13
	ADDQ         R10, DX
	DECQ         AX
	JNZ          shortLoop

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, (DI)(R8*1)
	VMOVUPD Y3, 32(DI)(R8*1)
	VMOVUPD Y4, (DI)(R8*2)
	VMOVUPD Y5, 32(DI)(R8*2)
	VMOVUPD Y6, (DI)(R12*1)
	VMOVUPD Y7, 32(DI)(R12*1)
	ADDQ    $64, DI
	ADDQ    $64, BX
	SUBQ    $8, CX
	JG      shortColumns
	VZEROUPPER
	RET
