// A load of 16 bits into the lower half of a register that has something in both.
kernel void halves(global uint *words, global const ushort *loaded)
{
    size_t i = get_global_id(0);
    uint word = words[i];
    __asm volatile("global_load_short_d16 %0, %1, off\n\ts_waitcnt vmcnt(0)" : "+v"(word) : "v"(loaded + i) : "memory");
    words[i] = word;
}
