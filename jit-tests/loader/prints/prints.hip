// printf of HIP, without its headers. See build.sh.

#define device __attribute__((device))
extern "C" device int printf(const char *, ...);

extern "C" __attribute__((global)) void prints(int *out)
{
    unsigned item = __builtin_amdgcn_workitem_id_x(), group = __builtin_amdgcn_workgroup_id_x();
    out[64 * group + item] =
        printf("group %u, item %u: %s %.2f, %5ld%%\n", group, item, item % 2 ? "odd" : "even", item / 4.0, -1L * item);
}
