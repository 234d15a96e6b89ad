// Escape-time iteration counts of the Mandelbrot set. Lanes leave the loop at
// different times: the usual test of divergent control flow.
__kernel void mandelbrot(__global uint *iterations, uint width, uint height,
                         float left, float top, float step, uint limit)
{
    uint px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height)
        return;

    float cx = left + (float)px * step;
    float cy = top + (float)py * step;
    float x = 0.0f, y = 0.0f;
    uint count = 0;
    while (count < limit) {
        float xx = x * x;
        float yy = y * y;
        if (xx + yy > 4.0f)
            break;
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
        count++;
    }
    iterations[py * width + px] = count;
}
