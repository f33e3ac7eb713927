/* The floor to measure against: every line against every wall, in C, with nothing to find the near ones.

   A line is blocked when the copy infinitely close on its left meets a wall, and so does the copy on its right; the
   loop over the walls ends as soon as both do. Coordinates are integers in doubles, so that every sign is exact. */

#include <stddef.h>

static int blocked(double px, double py, double tx, double ty, const double *walls, size_t count)
{
    int left = 0, right = 0;
    for (const double *w = walls, *last = walls + 4 * count; w < last; w += 4) {
        double dx = w[2] - w[0], dy = w[3] - w[1];
        double start = dx * (py - w[1]) - dy * (px - w[0]);
        double end = dx * (ty - w[1]) - dy * (tx - w[0]);
        if (!((start > 0 && end < 0) || (start < 0 && end > 0)))
            continue;
        double a = (tx - px) * (w[1] - py) - (ty - py) * (w[0] - px);
        double b = (tx - px) * (w[3] - py) - (ty - py) * (w[2] - px);
        left |= (a > 0) != (b > 0);
        right |= (a >= 0) != (b >= 0);
        if (left && right)
            return 1;
    }
    return 0;
}

/* blocked_lines[16]: from each of four corners to each of four ends; an end that a wall cuts off from the centre of
   its own square is blocked from everywhere. */
void corner_lines(const double *corners, const double *ends, const double *centre, const double *walls, size_t count,
                  unsigned char *blocked_lines)
{
    for (int e = 0; e < 4; e++) {
        int cut = blocked(ends[2 * e], ends[2 * e + 1], centre[0], centre[1], walls, count);
        for (int c = 0; c < 4; c++)
            blocked_lines[4 * c + e] =
                cut || blocked(corners[2 * c], corners[2 * c + 1], ends[2 * e], ends[2 * e + 1], walls, count);
    }
}
