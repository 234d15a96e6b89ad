//! SMRD and SMEM: scalar memory (CLRX GcnInstrsSmrd, GcnInstrsSmem).

use super::table::encoding;

encoding! {
    /// SMRD and SMEM: scalar memory (CLRX GcnInstrsSmrd, GcnInstrsSmem).
    Smem [256] act: SmemAct {
        /// D = one dword at SBASE + offset.
        S_LOAD_DWORD "s_load_dword" [0 0 0 0 0] : B32 () [LOADS] => Loads(Memory, 1);
        /// D = 2 dwords at SBASE + offset.
        S_LOAD_DWORDX2 "s_load_dwordx2" [1 1 1 1 1] : B64 () [LOADS] => Loads(Memory, 2);
        /// D = 4 dwords at SBASE + offset.
        S_LOAD_DWORDX4 "s_load_dwordx4" [2 2 2 2 2] : B128 () [LOADS] => Loads(Memory, 4);
        /// D = 8 dwords at SBASE + offset.
        S_LOAD_DWORDX8 "s_load_dwordx8" [3 3 3 3 3] : B256 () [LOADS] => Loads(Memory, 8);
        /// D = 16 dwords at SBASE + offset.
        S_LOAD_DWORDX16 "s_load_dwordx16" [4 4 4 4 4] : B512 () [LOADS] => Loads(Memory, 16);
        /// D = one dword at offset in the buffer SBASE.
        S_BUFFER_LOAD_DWORD "s_buffer_load_dword" [8 8 8 8 8] : B32 () [LOADS] => Loads(Buffer, 1);
        /// D = 2 dwords at offset in the buffer SBASE.
        S_BUFFER_LOAD_DWORDX2 "s_buffer_load_dwordx2" [9 9 9 9 9] : B64 () [LOADS] => Loads(Buffer, 2);
        /// D = 4 dwords at offset in the buffer SBASE.
        S_BUFFER_LOAD_DWORDX4 "s_buffer_load_dwordx4" [10 10 10 10 10] : B128 () [LOADS] => Loads(Buffer, 4);
        /// D = 8 dwords at offset in the buffer SBASE.
        S_BUFFER_LOAD_DWORDX8 "s_buffer_load_dwordx8" [11 11 11 11 11] : B256 () [LOADS] => Loads(Buffer, 8);
        /// D = 16 dwords at offset in the buffer SBASE.
        S_BUFFER_LOAD_DWORDX16 "s_buffer_load_dwordx16" [12 12 12 12 12] : B512 () [LOADS] => Loads(Buffer, 16);
        /// Invalidates the volatile lines of the scalar data cache.
        S_DCACHE_INV_VOL "s_dcache_inv_vol" [_ 29 34 34 34] : None () [] => Cache;
        /// D = the 64-bit clock counter.
        S_MEMTIME "s_memtime" [30 30 36 36 36] : B64 () [] => Clock;
        /// Invalidates the scalar data cache.
        S_DCACHE_INV "s_dcache_inv" [31 31 32 32 32] : None () [] => Cache;
        /// D = one dword of scratch memory at SBASE + immediate offset + 64 * SGPR offset.
        S_SCRATCH_LOAD_DWORD "s_scratch_load_dword" [_ _ _ 5 5] : B32 () [LOADS] => Loads(Scratch, 1);
        /// D = 2 dwords of scratch memory at SBASE + immediate offset + 64 * SGPR offset.
        S_SCRATCH_LOAD_DWORDX2 "s_scratch_load_dwordx2" [_ _ _ 6 6] : B64 () [LOADS] => Loads(Scratch, 2);
        /// D = 4 dwords of scratch memory at SBASE + immediate offset + 64 * SGPR offset.
        S_SCRATCH_LOAD_DWORDX4 "s_scratch_load_dwordx4" [_ _ _ 7 7] : B128 () [LOADS] => Loads(Scratch, 4);
        /// One dword at SBASE + offset = SDATA.
        S_STORE_DWORD "s_store_dword" [_ _ 16 16 16] : None (B32) [STORES] => Stores(Memory, 1);
        /// 2 dwords at SBASE + offset = SDATA.
        S_STORE_DWORDX2 "s_store_dwordx2" [_ _ 17 17 17] : None (B64) [STORES] => Stores(Memory, 2);
        /// 4 dwords at SBASE + offset = SDATA.
        S_STORE_DWORDX4 "s_store_dwordx4" [_ _ 18 18 18] : None (B128) [STORES] => Stores(Memory, 4);
        /// One dword of scratch memory at SBASE + immediate offset + 64 * SGPR offset = SDATA.
        S_SCRATCH_STORE_DWORD "s_scratch_store_dword" [_ _ _ 21 21] : None (B32) [STORES] => Stores(Scratch, 1);
        /// 2 dwords of scratch memory at SBASE + immediate offset + 64 * SGPR offset = SDATA.
        S_SCRATCH_STORE_DWORDX2 "s_scratch_store_dwordx2" [_ _ _ 22 22] : None (B64) [STORES] => Stores(Scratch, 2);
        /// 4 dwords of scratch memory at SBASE + immediate offset + 64 * SGPR offset = SDATA.
        S_SCRATCH_STORE_DWORDX4 "s_scratch_store_dwordx4" [_ _ _ 23 23] : None (B128) [STORES] => Stores(Scratch, 4);
        /// One dword at offset in the buffer SBASE = SDATA.
        S_BUFFER_STORE_DWORD "s_buffer_store_dword" [_ _ 24 24 24] : None (B32) [STORES] => Stores(Buffer, 1);
        /// 2 dwords at offset in the buffer SBASE = SDATA.
        S_BUFFER_STORE_DWORDX2 "s_buffer_store_dwordx2" [_ _ 25 25 25] : None (B64) [STORES] => Stores(Buffer, 2);
        /// 4 dwords at offset in the buffer SBASE = SDATA.
        S_BUFFER_STORE_DWORDX4 "s_buffer_store_dwordx4" [_ _ 26 26 26] : None (B128) [STORES] => Stores(Buffer, 4);
        /// Writes the scalar data cache back.
        S_DCACHE_WB "s_dcache_wb" [_ _ 33 33 33] : None () [] => Cache;
        /// Writes the volatile lines of the scalar data cache back.
        S_DCACHE_WB_VOL "s_dcache_wb_vol" [_ _ 35 35 35] : None () [] => Cache;
        /// D = the 64-bit real-time counter.
        S_MEMREALTIME "s_memrealtime" [_ _ 37 37 37] : B64 () [] => RealTime;
        /// Prefetches the address translation of the address; SDATA is a mode.
        S_ATC_PROBE "s_atc_probe" [_ _ 38 38 38] : None () [SYSTEM] => Cache;
        /// Prefetches the address translation of an address in a buffer; SDATA is a mode.
        S_ATC_PROBE_BUFFER "s_atc_probe_buffer" [_ _ 39 39 39] : None () [SYSTEM] => Cache;
        /// Discards a 64-byte line of the scalar data cache.
        S_DCACHE_DISCARD "s_dcache_discard" [_ _ _ 40 40] : None () [SYSTEM] => Cache;
        /// Discards two 64-byte lines of the scalar data cache.
        S_DCACHE_DISCARD_X2 "s_dcache_discard_x2" [_ _ _ 41 41] : None () [SYSTEM] => Cache;
        /// Memory in the buffer = the data, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_SWAP "s_buffer_atomic_swap" [_ _ _ 64 64] : B32 (B32) [ATOMIC] => Atomic32(Buffer, Swap);
        /// Memory in the buffer = memory == the second half of the data ? the first half : memory, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_CMPSWAP "s_buffer_atomic_cmpswap" [_ _ _ 65 65] : B64 (B64) [ATOMIC] => Atomic32(Buffer, CmpSwap);
        /// Memory in the buffer = memory + data, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_ADD "s_buffer_atomic_add" [_ _ _ 66 66] : B32 (B32) [ATOMIC] => Atomic32(Buffer, Add);
        /// Memory in the buffer = memory - data, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_SUB "s_buffer_atomic_sub" [_ _ _ 67 67] : B32 (B32) [ATOMIC] => Atomic32(Buffer, Sub);
        /// Memory in the buffer = min(memory, data), signed, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_SMIN "s_buffer_atomic_smin" [_ _ _ 68 68] : B32 (B32) [ATOMIC] => Atomic32(Buffer, SMin);
        /// Memory in the buffer = min(memory, data), unsigned, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_UMIN "s_buffer_atomic_umin" [_ _ _ 69 69] : B32 (B32) [ATOMIC] => Atomic32(Buffer, UMin);
        /// Memory in the buffer = max(memory, data), signed, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_SMAX "s_buffer_atomic_smax" [_ _ _ 70 70] : B32 (B32) [ATOMIC] => Atomic32(Buffer, SMax);
        /// Memory in the buffer = max(memory, data), unsigned, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_UMAX "s_buffer_atomic_umax" [_ _ _ 71 71] : B32 (B32) [ATOMIC] => Atomic32(Buffer, UMax);
        /// Memory in the buffer = memory & data, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_AND "s_buffer_atomic_and" [_ _ _ 72 72] : B32 (B32) [ATOMIC] => Atomic32(Buffer, And);
        /// Memory in the buffer = memory | data, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_OR "s_buffer_atomic_or" [_ _ _ 73 73] : B32 (B32) [ATOMIC] => Atomic32(Buffer, Or);
        /// Memory in the buffer = memory ^ data, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_XOR "s_buffer_atomic_xor" [_ _ _ 74 74] : B32 (B32) [ATOMIC] => Atomic32(Buffer, Xor);
        /// Memory in the buffer = memory >= data ? 0 : memory + 1, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_INC "s_buffer_atomic_inc" [_ _ _ 75 75] : B32 (B32) [ATOMIC] => Atomic32(Buffer, Inc);
        /// Memory in the buffer = memory == 0 or memory > data ? data : memory - 1, 32 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_DEC "s_buffer_atomic_dec" [_ _ _ 76 76] : B32 (B32) [ATOMIC] => Atomic32(Buffer, Dec);
        /// Memory in the buffer = the data, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_SWAP_X2 "s_buffer_atomic_swap_x2" [_ _ _ 96 96] : B64 (B64) [ATOMIC] => Atomic64(Buffer, Swap);
        /// Memory in the buffer = memory == the second half of the data ? the first half : memory, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_CMPSWAP_X2 "s_buffer_atomic_cmpswap_x2" [_ _ _ 97 97] : B128 (B128) [ATOMIC] => Atomic64(Buffer, CmpSwap);
        /// Memory in the buffer = memory + data, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_ADD_X2 "s_buffer_atomic_add_x2" [_ _ _ 98 98] : B64 (B64) [ATOMIC] => Atomic64(Buffer, Add);
        /// Memory in the buffer = memory - data, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_SUB_X2 "s_buffer_atomic_sub_x2" [_ _ _ 99 99] : B64 (B64) [ATOMIC] => Atomic64(Buffer, Sub);
        /// Memory in the buffer = min(memory, data), signed, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_SMIN_X2 "s_buffer_atomic_smin_x2" [_ _ _ 100 100] : B64 (B64) [ATOMIC] => Atomic64(Buffer, SMin);
        /// Memory in the buffer = min(memory, data), unsigned, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_UMIN_X2 "s_buffer_atomic_umin_x2" [_ _ _ 101 101] : B64 (B64) [ATOMIC] => Atomic64(Buffer, UMin);
        /// Memory in the buffer = max(memory, data), signed, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_SMAX_X2 "s_buffer_atomic_smax_x2" [_ _ _ 102 102] : B64 (B64) [ATOMIC] => Atomic64(Buffer, SMax);
        /// Memory in the buffer = max(memory, data), unsigned, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_UMAX_X2 "s_buffer_atomic_umax_x2" [_ _ _ 103 103] : B64 (B64) [ATOMIC] => Atomic64(Buffer, UMax);
        /// Memory in the buffer = memory & data, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_AND_X2 "s_buffer_atomic_and_x2" [_ _ _ 104 104] : B64 (B64) [ATOMIC] => Atomic64(Buffer, And);
        /// Memory in the buffer = memory | data, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_OR_X2 "s_buffer_atomic_or_x2" [_ _ _ 105 105] : B64 (B64) [ATOMIC] => Atomic64(Buffer, Or);
        /// Memory in the buffer = memory ^ data, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_XOR_X2 "s_buffer_atomic_xor_x2" [_ _ _ 106 106] : B64 (B64) [ATOMIC] => Atomic64(Buffer, Xor);
        /// Memory in the buffer = memory >= data ? 0 : memory + 1, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_INC_X2 "s_buffer_atomic_inc_x2" [_ _ _ 107 107] : B64 (B64) [ATOMIC] => Atomic64(Buffer, Inc);
        /// Memory in the buffer = memory == 0 or memory > data ? data : memory - 1, 64 bits; with GLC SDATA = the old value.
        S_BUFFER_ATOMIC_DEC_X2 "s_buffer_atomic_dec_x2" [_ _ _ 108 108] : B64 (B64) [ATOMIC] => Atomic64(Buffer, Dec);
        /// Memory = the data, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_SWAP "s_atomic_swap" [_ _ _ 128 128] : B32 (B32) [ATOMIC] => Atomic32(Memory, Swap);
        /// Memory = memory == the second half of the data ? the first half : memory, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_CMPSWAP "s_atomic_cmpswap" [_ _ _ 129 129] : B64 (B64) [ATOMIC] => Atomic32(Memory, CmpSwap);
        /// Memory = memory + data, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_ADD "s_atomic_add" [_ _ _ 130 130] : B32 (B32) [ATOMIC] => Atomic32(Memory, Add);
        /// Memory = memory - data, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_SUB "s_atomic_sub" [_ _ _ 131 131] : B32 (B32) [ATOMIC] => Atomic32(Memory, Sub);
        /// Memory = min(memory, data), signed, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_SMIN "s_atomic_smin" [_ _ _ 132 132] : B32 (B32) [ATOMIC] => Atomic32(Memory, SMin);
        /// Memory = min(memory, data), unsigned, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_UMIN "s_atomic_umin" [_ _ _ 133 133] : B32 (B32) [ATOMIC] => Atomic32(Memory, UMin);
        /// Memory = max(memory, data), signed, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_SMAX "s_atomic_smax" [_ _ _ 134 134] : B32 (B32) [ATOMIC] => Atomic32(Memory, SMax);
        /// Memory = max(memory, data), unsigned, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_UMAX "s_atomic_umax" [_ _ _ 135 135] : B32 (B32) [ATOMIC] => Atomic32(Memory, UMax);
        /// Memory = memory & data, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_AND "s_atomic_and" [_ _ _ 136 136] : B32 (B32) [ATOMIC] => Atomic32(Memory, And);
        /// Memory = memory | data, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_OR "s_atomic_or" [_ _ _ 137 137] : B32 (B32) [ATOMIC] => Atomic32(Memory, Or);
        /// Memory = memory ^ data, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_XOR "s_atomic_xor" [_ _ _ 138 138] : B32 (B32) [ATOMIC] => Atomic32(Memory, Xor);
        /// Memory = memory >= data ? 0 : memory + 1, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_INC "s_atomic_inc" [_ _ _ 139 139] : B32 (B32) [ATOMIC] => Atomic32(Memory, Inc);
        /// Memory = memory == 0 or memory > data ? data : memory - 1, 32 bits; with GLC SDATA = the old value.
        S_ATOMIC_DEC "s_atomic_dec" [_ _ _ 140 140] : B32 (B32) [ATOMIC] => Atomic32(Memory, Dec);
        /// Memory = the data, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_SWAP_X2 "s_atomic_swap_x2" [_ _ _ 160 160] : B64 (B64) [ATOMIC] => Atomic64(Memory, Swap);
        /// Memory = memory == the second half of the data ? the first half : memory, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_CMPSWAP_X2 "s_atomic_cmpswap_x2" [_ _ _ 161 161] : B128 (B128) [ATOMIC] => Atomic64(Memory, CmpSwap);
        /// Memory = memory + data, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_ADD_X2 "s_atomic_add_x2" [_ _ _ 162 162] : B64 (B64) [ATOMIC] => Atomic64(Memory, Add);
        /// Memory = memory - data, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_SUB_X2 "s_atomic_sub_x2" [_ _ _ 163 163] : B64 (B64) [ATOMIC] => Atomic64(Memory, Sub);
        /// Memory = min(memory, data), signed, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_SMIN_X2 "s_atomic_smin_x2" [_ _ _ 164 164] : B64 (B64) [ATOMIC] => Atomic64(Memory, SMin);
        /// Memory = min(memory, data), unsigned, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_UMIN_X2 "s_atomic_umin_x2" [_ _ _ 165 165] : B64 (B64) [ATOMIC] => Atomic64(Memory, UMin);
        /// Memory = max(memory, data), signed, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_SMAX_X2 "s_atomic_smax_x2" [_ _ _ 166 166] : B64 (B64) [ATOMIC] => Atomic64(Memory, SMax);
        /// Memory = max(memory, data), unsigned, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_UMAX_X2 "s_atomic_umax_x2" [_ _ _ 167 167] : B64 (B64) [ATOMIC] => Atomic64(Memory, UMax);
        /// Memory = memory & data, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_AND_X2 "s_atomic_and_x2" [_ _ _ 168 168] : B64 (B64) [ATOMIC] => Atomic64(Memory, And);
        /// Memory = memory | data, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_OR_X2 "s_atomic_or_x2" [_ _ _ 169 169] : B64 (B64) [ATOMIC] => Atomic64(Memory, Or);
        /// Memory = memory ^ data, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_XOR_X2 "s_atomic_xor_x2" [_ _ _ 170 170] : B64 (B64) [ATOMIC] => Atomic64(Memory, Xor);
        /// Memory = memory >= data ? 0 : memory + 1, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_INC_X2 "s_atomic_inc_x2" [_ _ _ 171 171] : B64 (B64) [ATOMIC] => Atomic64(Memory, Inc);
        /// Memory = memory == 0 or memory > data ? data : memory - 1, 64 bits; with GLC SDATA = the old value.
        S_ATOMIC_DEC_X2 "s_atomic_dec_x2" [_ _ _ 172 172] : B64 (B64) [ATOMIC] => Atomic64(Memory, Dec);
    }
}
