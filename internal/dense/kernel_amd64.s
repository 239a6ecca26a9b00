//go:build !noasm

#include "textflag.h"

// FOUR sets a to the four numbers to which the lanes of a, b, c and d add up, and
// changes b and c.
#define FOUR(a, b, c, d) \
	VHADDPD    b, a, a; \
	VHADDPD    d, c, c; \
	VPERM2F128 $0x21, c, a, b; \
	VBLENDPD   $0x0C, c, a, a; \
	VADDPD     b, a, a

// func tileAVX2(a *float64, lda int, b *float64, ldb, k int, sum *[12]float64)
//
// Twelve sums of four lanes each, Y0-Y3 for row 0 of a, Y4-Y7 for row 1, Y8-Y11
// for row 2: twelve multiply-adds for seven loads.
TEXT ·tileAVX2(SB), NOSPLIT, $0-48
	MOVQ a+0(FP), SI
	MOVQ lda+8(FP), R8
	MOVQ b+16(FP), DI
	MOVQ ldb+24(FP), R9
	MOVQ k+32(FP), CX
	MOVQ sum+40(FP), DX
	SHLQ $3, R8
	SHLQ $3, R9
	LEAQ (R9)(R9*2), R10
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11

tileLoop:
	VMOVUPD     (SI), Y12
	VMOVUPD     (SI)(R8*1), Y13
	VMOVUPD     (SI)(R8*2), Y14
	VMOVUPD     (DI), Y15
	VFMADD231PD Y12, Y15, Y0
	VFMADD231PD Y13, Y15, Y4
	VFMADD231PD Y14, Y15, Y8
	VMOVUPD     (DI)(R9*1), Y15
	VFMADD231PD Y12, Y15, Y1
	VFMADD231PD Y13, Y15, Y5
	VFMADD231PD Y14, Y15, Y9
	VMOVUPD     (DI)(R9*2), Y15
	VFMADD231PD Y12, Y15, Y2
	VFMADD231PD Y13, Y15, Y6
	VFMADD231PD Y14, Y15, Y10
	VMOVUPD     (DI)(R10*1), Y15
	VFMADD231PD Y12, Y15, Y3
	VFMADD231PD Y13, Y15, Y7
	VFMADD231PD Y14, Y15, Y11
	ADDQ        $32, SI
	ADDQ        $32, DI
	SUBQ        $4, CX
	JNZ         tileLoop

	FOUR(Y0, Y1, Y2, Y3)
	VMOVUPD Y0, (DX)
	FOUR(Y4, Y5, Y6, Y7)
	VMOVUPD Y4, 32(DX)
	FOUR(Y8, Y9, Y10, Y11)
	VMOVUPD Y8, 64(DX)
	VZEROUPPER
	RET

// func apartAVX2(a *float64, lda int, b *float64, ldb, k int, sum *[8]float64)
//
// Eight sums of four lanes each, Y0-Y3 for row 0 of a, Y4-Y7 for row 1.
TEXT ·apartAVX2(SB), NOSPLIT, $0-48
	MOVQ   a+0(FP), SI
	MOVQ   lda+8(FP), R8
	MOVQ   b+16(FP), DI
	MOVQ   ldb+24(FP), R9
	MOVQ   k+32(FP), CX
	MOVQ   sum+40(FP), DX
	SHLQ   $3, R8
	SHLQ   $3, R9
	LEAQ   (R9)(R9*2), R10
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7

apartLoop:
	VMOVUPD     (SI), Y12
	VMOVUPD     (SI)(R8*1), Y13
	VMOVUPD     (DI), Y15
	VSUBPD      Y15, Y12, Y8
	VSUBPD      Y15, Y13, Y9
	VFMADD231PD Y8, Y8, Y0
	VFMADD231PD Y9, Y9, Y4
	VMOVUPD     (DI)(R9*1), Y15
	VSUBPD      Y15, Y12, Y10
	VSUBPD      Y15, Y13, Y11
	VFMADD231PD Y10, Y10, Y1
	VFMADD231PD Y11, Y11, Y5
	VMOVUPD     (DI)(R9*2), Y15
	VSUBPD      Y15, Y12, Y8
	VSUBPD      Y15, Y13, Y9
	VFMADD231PD Y8, Y8, Y2
	VFMADD231PD Y9, Y9, Y6
	VMOVUPD     (DI)(R10*1), Y15
	VSUBPD      Y15, Y12, Y10
	VSUBPD      Y15, Y13, Y11
	VFMADD231PD Y10, Y10, Y3
	VFMADD231PD Y11, Y11, Y7
	ADDQ        $32, SI
	ADDQ        $32, DI
	SUBQ        $4, CX
	JNZ         apartLoop

	FOUR(Y0, Y1, Y2, Y3)
	VMOVUPD Y0, (DX)
	FOUR(Y4, Y5, Y6, Y7)
	VMOVUPD Y4, 32(DX)
	VZEROUPPER
	RET

// func dotAVX2(a, b *float64, n int) float64
TEXT ·dotAVX2(SB), NOSPLIT, $0-32
	MOVQ   a+0(FP), SI
	MOVQ   b+8(FP), DI
	MOVQ   n+16(FP), CX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	SUBQ   $16, CX
	JLT    dotRest

dotLoop:
	VMOVUPD     (SI), Y4
	VMOVUPD     32(SI), Y5
	VMOVUPD     64(SI), Y6
	VMOVUPD     96(SI), Y7
	VFMADD231PD (DI), Y4, Y0
	VFMADD231PD 32(DI), Y5, Y1
	VFMADD231PD 64(DI), Y6, Y2
	VFMADD231PD 96(DI), Y7, Y3
	ADDQ        $128, SI
	ADDQ        $128, DI
	SUBQ        $16, CX
	JGE         dotLoop

dotRest:
	ADDQ $16, CX
	JZ   dotSum

dotFour:
	VMOVUPD     (SI), Y4
	VFMADD231PD (DI), Y4, Y0
	ADDQ        $32, SI
	ADDQ        $32, DI
	SUBQ        $4, CX
	JNZ         dotFour

dotSum:
	VADDPD       Y1, Y0, Y0
	VADDPD       Y3, Y2, Y2
	VADDPD       Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPD       X1, X0, X0
	VHADDPD      X0, X0, X0
	VMOVSD       X0, ret+24(FP)
	VZEROUPPER
	RET

// func axpyAVX2(alpha float64, x, y *float64, n int)
TEXT ·axpyAVX2(SB), NOSPLIT, $0-32
	VBROADCASTSD alpha+0(FP), Y0
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), DI
	MOVQ         n+24(FP), CX
	SUBQ         $16, CX
	JLT          axpyRest

axpyLoop:
	VMOVUPD     (DI), Y1
	VMOVUPD     32(DI), Y2
	VMOVUPD     64(DI), Y3
	VMOVUPD     96(DI), Y4
	VFMADD231PD (SI), Y0, Y1
	VFMADD231PD 32(SI), Y0, Y2
	VFMADD231PD 64(SI), Y0, Y3
	VFMADD231PD 96(SI), Y0, Y4
	VMOVUPD     Y1, (DI)
	VMOVUPD     Y2, 32(DI)
	VMOVUPD     Y3, 64(DI)
	VMOVUPD     Y4, 96(DI)
	ADDQ        $128, SI
	ADDQ        $128, DI
	SUBQ        $16, CX
	JGE         axpyLoop

axpyRest:
	ADDQ $16, CX
	JZ   axpyEnd

axpyFour:
	VMOVUPD     (DI), Y1
	VFMADD231PD (SI), Y0, Y1
	VMOVUPD     Y1, (DI)
	ADDQ        $32, SI
	ADDQ        $32, DI
	SUBQ        $4, CX
	JNZ         axpyFour

axpyEnd:
	VZEROUPPER
	RET

// func shiftAVX2(c float64, x *float64, n int)
TEXT ·shiftAVX2(SB), NOSPLIT, $0-24
	VBROADCASTSD c+0(FP), Y0
	MOVQ         x+8(FP), SI
	MOVQ         n+16(FP), CX

shiftLoop:
	VADDPD  (SI), Y0, Y1
	VMOVUPD Y1, (SI)
	ADDQ    $32, SI
	SUBQ    $4, CX
	JNZ     shiftLoop
	VZEROUPPER
	RET

// func axpyDotAVX2(alpha float64, x, y, z *float64, n int) float64
TEXT ·axpyDotAVX2(SB), NOSPLIT, $0-48
	VBROADCASTSD alpha+0(FP), Y0
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), DI
	MOVQ         z+24(FP), DX
	MOVQ         n+32(FP), CX
	VXORPD       Y5, Y5, Y5
	VXORPD       Y6, Y6, Y6
	VXORPD       Y7, Y7, Y7
	VXORPD       Y8, Y8, Y8
	SUBQ         $16, CX
	JLT          axpyDotRest

axpyDotLoop:
	VMOVUPD     (DI), Y1
	VMOVUPD     32(DI), Y2
	VMOVUPD     64(DI), Y3
	VMOVUPD     96(DI), Y4
	VFMADD231PD (SI), Y0, Y1
	VFMADD231PD 32(SI), Y0, Y2
	VFMADD231PD 64(SI), Y0, Y3
	VFMADD231PD 96(SI), Y0, Y4
	VMOVUPD     Y1, (DI)
	VMOVUPD     Y2, 32(DI)
	VMOVUPD     Y3, 64(DI)
	VMOVUPD     Y4, 96(DI)
	VFMADD231PD (DX), Y1, Y5
	VFMADD231PD 32(DX), Y2, Y6
	VFMADD231PD 64(DX), Y3, Y7
	VFMADD231PD 96(DX), Y4, Y8
	ADDQ        $128, SI
	ADDQ        $128, DI
	ADDQ        $128, DX
	SUBQ        $16, CX
	JGE         axpyDotLoop

axpyDotRest:
	ADDQ $16, CX
	JZ   axpyDotSum

axpyDotFour:
	VMOVUPD     (DI), Y1
	VFMADD231PD (SI), Y0, Y1
	VMOVUPD     Y1, (DI)
	VFMADD231PD (DX), Y1, Y5
	ADDQ        $32, SI
	ADDQ        $32, DI
	ADDQ        $32, DX
	SUBQ        $4, CX
	JNZ         axpyDotFour

axpyDotSum:
	VADDPD       Y6, Y5, Y5
	VADDPD       Y8, Y7, Y7
	VADDPD       Y7, Y5, Y5
	VEXTRACTF128 $1, Y5, X6
	VADDPD       X6, X5, X5
	VHADDPD      X5, X5, X5
	VMOVSD       X5, ret+40(FP)
	VZEROUPPER
	RET

// func dots4AVX2(a, b0, b1, b2, b3 *float64, n int, sum *[4]float64)
//
// Two sums of four lanes for each of b0 to b3.
TEXT ·dots4AVX2(SB), NOSPLIT, $0-56
	MOVQ   a+0(FP), SI
	MOVQ   b0+8(FP), R8
	MOVQ   b1+16(FP), R9
	MOVQ   b2+24(FP), R10
	MOVQ   b3+32(FP), R11
	MOVQ   n+40(FP), CX
	MOVQ   sum+48(FP), DX
	XORQ   AX, AX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	SUBQ   $8, CX
	JLT    dots4Rest

dots4Loop:
	VMOVUPD     (SI)(AX*8), Y8
	VMOVUPD     32(SI)(AX*8), Y9
	VFMADD231PD (R8)(AX*8), Y8, Y0
	VFMADD231PD (R9)(AX*8), Y8, Y1
	VFMADD231PD (R10)(AX*8), Y8, Y2
	VFMADD231PD (R11)(AX*8), Y8, Y3
	VFMADD231PD 32(R8)(AX*8), Y9, Y4
	VFMADD231PD 32(R9)(AX*8), Y9, Y5
	VFMADD231PD 32(R10)(AX*8), Y9, Y6
	VFMADD231PD 32(R11)(AX*8), Y9, Y7
	ADDQ        $8, AX
	SUBQ        $8, CX
	JGE         dots4Loop

dots4Rest:
	ADDQ $8, CX
	JZ   dots4Sum

	// Four numbers are left.
	VMOVUPD     (SI)(AX*8), Y8
	VFMADD231PD (R8)(AX*8), Y8, Y0
	VFMADD231PD (R9)(AX*8), Y8, Y1
	VFMADD231PD (R10)(AX*8), Y8, Y2
	VFMADD231PD (R11)(AX*8), Y8, Y3

dots4Sum:
	VADDPD     Y4, Y0, Y0
	VADDPD     Y5, Y1, Y1
	VADDPD     Y6, Y2, Y2
	VADDPD     Y7, Y3, Y3
	FOUR(Y0, Y1, Y2, Y3)
	VMOVUPD Y0, (DX)
	VZEROUPPER
	RET
