// Checksums and digests, one message per work-item.

// CRC-32 of IEEE 802.3, a bit at a time.
__kernel void crc32(__global const uchar *text, uint length, __global uint *out)
{
    uint i = get_global_id(0);
    uint crc = ~0u;
    for (uint k = 0; k < length; k++) {
        crc ^= text[i * length + k];
        for (uint bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    out[i] = ~crc;
}
