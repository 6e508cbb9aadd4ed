// Solves Ultimate Texas Hold 'Em for one Blind paytable in scalar C++ on one core, as a comparison for the kernels.
// The method is that of docs/mathematics-uth.md. The program reads the index tables that benchmarks/scalar.py writes.
// It prints the value of the game in scaled units and the seconds of CPU time.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;

static std::string folder;
template <class T> static std::vector<T> load(const char* name) {
    FILE* file = fopen((folder + "/" + name).c_str(), "rb");
    if (!file) { fprintf(stderr, "no %s\n", name); exit(2); }
    fseek(file, 0, SEEK_END);
    std::vector<T> data(ftell(file) / sizeof(T));
    rewind(file);
    if (fread(data.data(), sizeof(T), data.size(), file) != data.size()) exit(2);
    fclose(file);
    return data;
}

constexpr int HOLDINGS = 338, PAIRS = 91, OTHER = 247, BOARDS = 36608, RANK_BOARDS = 6188, FLOPS = 2483;
constexpr int FLOPS_1 = 1183, FLOPS_2 = 1014, BOARDS_3 = 26026, BOARDS_4 = 9295, RANK_FLOPS = 455;
static std::vector<i32> kinds, holding_pair, pair_of, suited_place, held, flop_suited, flop_others, board_suited,
    board_others, board_ranks, rank_flop, rank_board, choose;
static std::vector<i16> by_ranks, by_suit;
static std::vector<int8_t> category;
static i64 pays[6], scale;
static int qualifies;

struct Figures { i32 gain, play, spread; };  // scaled values of check minus 2x, of 2x, and of one unit of Play

struct Ladder {
    int free[26], place[HOLDINGS], strength[HOLDINGS], rung_of[8192];
    i16 below[HOLDINGS + 2][28];
    void compare(int first, Figures* out, bool* exists) {
        int used[HOLDINGS], count = 0;
        static thread_local int seen[8192], stamp = 0;
        stamp++;
        int distinct[HOLDINGS], rungs = 0;
        for (int h = first; h < HOLDINGS; h++) {
            int one = kinds[2 * h], two = kinds[2 * h + 1];
            int ways = one != two ? free[one] * free[two] : free[one] * (free[one] - 1);
            exists[h] = ways && strength[h];
            if (!exists[h]) continue;
            used[count++] = h;
            if (seen[strength[h]] != stamp) seen[strength[h]] = stamp, distinct[rungs++] = strength[h];
        }
        std::sort(distinct, distinct + rungs);
        int unqualified = 0;
        for (int r = 0; r < rungs; r++) {
            rung_of[distinct[r]] = r;
            if (distinct[r] < qualifies) unqualified = r + 1;
        }
        memset(below, 0, sizeof(below[0]) * (rungs + 1));
        for (int n = 0; n < count; n++) {
            int h = used[n], one = kinds[2 * h], two = kinds[2 * h + 1], rung = rung_of[strength[h]] + 1;
            place[h] = rung - 1;
            if (one == two) {
                below[rung][26] += free[one] * (free[one] - 1) / 2;
                below[rung][one] += free[one] - 1;
            } else {
                below[rung][26] += free[one] * free[two];
                below[rung][one] += free[two];
                below[rung][two] += free[one];
            }
        }
        for (int r = 1; r <= rungs; r++)
            for (int k = 0; k < 27; k++) below[r][k] += below[r - 1][k];
        for (int n = 0; n < count; n++) {
            int h = used[n], one = kinds[2 * h], two = kinds[2 * h + 1], rung = place[h];
            auto under = [&](int r) { return below[r][26] - below[r][one] - below[r][two]; };
            int weaker = under(rung), not_stronger = under(rung + 1) + 1, bare = under(unqualified);
            int won, lost, ante;
            if (rung < unqualified) won = weaker, lost = 990 - not_stronger, ante = -(990 - (bare + 1));
            else won = weaker, lost = 990 - not_stronger, ante = weaker - bare - lost;
            int c = category[strength[h]];
            i64 blind = c >= 4 ? pays[c - 4] * won : 0;
            i64 rest = scale * (ante - lost) + blind, spread = scale * (won - lost);
            i64 check = std::max(spread + rest, -1980 * scale), play = 2 * spread + rest;
            out[h] = {(i32)(check - play), (i32)play, (i32)spread};
        }
    }
};

static int place_of_five(int* r) {
    std::sort(r, r + 5);
    int place = 0;
    for (int k = 0; k < 5; k++) place += choose[(r[k] + k) * 8 + k + 1];
    return place;
}

int main(int, char** argv) {
    folder = argv[1];
    kinds = load<i32>("holding_kinds"); holding_pair = load<i32>("holding_pair"); pair_of = load<i32>("pair");
    suited_place = load<i32>("suited"); held = load<i32>("held"); flop_suited = load<i32>("flop_suited");
    flop_others = load<i32>("flop_others"); board_suited = load<i32>("board_suited");
    board_others = load<i32>("board_others"); board_ranks = load<i32>("board_ranks");
    rank_flop = load<i32>("rank_flop"); rank_board = load<i32>("rank_board"); choose = load<i32>("choose");
    by_ranks = load<i16>("by_ranks"); by_suit = load<i16>("by_suit"); category = load<int8_t>("category");
    auto rules = load<i64>("pays");
    std::copy(rules.begin(), rules.begin() + 6, pays);
    scale = rules[6]; qualifies = (int)rules[7];
    std::vector<i64> spots[3][6];  // hands, pairs, views, ranks, rows, weight; the combinations come last
    for (int g = 0; g < 3; g++)
        for (int part = 0; part < 6; part++)
            spots[g][part] = load<i64>(("group" + std::to_string(g) + "_" + std::to_string(part)).c_str());
    auto combinations = load<i64>("combinations");

    std::clock_t began = std::clock();  // CPU time of this process, which other processes do not affect
    std::vector<Figures> ranks(RANK_BOARDS * PAIRS);
    std::vector<i32> differ((size_t)BOARDS * HOLDINGS);
    std::vector<i64> pair_play(PAIRS), pair_spread(PAIRS), hold_play(HOLDINGS), hold_spread(HOLDINGS);
    static Ladder ladder;
    static Figures out[HOLDINGS];
    static bool exists[HOLDINGS];
    for (int b = 0; b < RANK_BOARDS; b++) {
        const i32* r = &rank_board[5 * b];
        if (r[0] == r[4]) continue;
        std::fill(ladder.free, ladder.free + 26, 0);
        std::fill(ladder.free + 13, ladder.free + 26, 4);
        for (int k = 0; k < 5; k++) ladder.free[13 + r[k]]--;
        for (int p = 0; p < PAIRS; p++) ladder.strength[OTHER + p] = by_ranks[b * PAIRS + p];
        ladder.compare(OTHER, out, exists);
        for (int p = 0; p < PAIRS; p++) {
            if (!exists[OTHER + p]) continue;
            ranks[b * PAIRS + p] = out[OTHER + p];
            i64 times = 1;
            for (int k = 0, same = 0; k < 5; k++) {
                same = k && r[k] == r[k - 1] ? same + 1 : 1;
                times = times * (4 - held[r[k] * HOLDINGS + OTHER + p] - same + 1) / same;
            }
            pair_play[p] += times * out[OTHER + p].play;
            pair_spread[p] += times * out[OTHER + p].spread;
        }
    }
    for (int b = 0; b < BOARDS; b++) {
        int suited = board_suited[b], one = board_others[2 * b], two = board_others[2 * b + 1];
        for (int rank = 0; rank < 13; rank++) ladder.free[rank] = 1 - (suited >> rank & 1), ladder.free[13 + rank] = 3;
        if (one >= 0) ladder.free[13 + one]--;
        if (two >= 0) ladder.free[13 + two]--;
        const i16* row = &by_ranks[board_ranks[b] * PAIRS];
        for (int h = 0; h < HOLDINGS; h++) {
            int mask = suited, x = kinds[2 * h], y = kinds[2 * h + 1];
            if (x < 13) mask |= 1 << x;
            if (y < 13) mask |= 1 << y;
            ladder.strength[h] = std::max(row[holding_pair[h]], by_suit[mask]);
        }
        ladder.compare(0, out, exists);
        const Figures* plain = &ranks[board_ranks[b] * PAIRS];
        for (int h = 0; h < HOLDINGS; h++) {
            if (!exists[h]) { differ[(size_t)b * HOLDINGS + h] = 0; continue; }
            const Figures& by = plain[holding_pair[h]];
            differ[(size_t)b * HOLDINGS + h] = out[h].gain - by.gain;
            int times = 1;
            if (one >= 0 && one == two) { int left = 3 - held[one * HOLDINGS + h]; times = left * (left - 1) / 2; }
            else if (one >= 0) {
                times = 3 - held[one * HOLDINGS + h];
                if (two >= 0) times *= 3 - held[two * HOLDINGS + h];
            }
            hold_play[h] += (i64)times * (out[h].play - by.play);
            hold_spread[h] += (i64)times * (out[h].spread - by.spread);
        }
    }
    std::vector<i64> cells((size_t)HOLDINGS * (FLOPS + 1)), rank_cells(PAIRS * RANK_FLOPS);
    std::vector<int> left(13 * HOLDINGS);
    std::vector<i64> total(HOLDINGS);
    for (int f = 0; f < FLOPS; f++) {
        int suited = flop_suited[f], one = flop_others[2 * f], two = flop_others[2 * f + 1];
        for (int rank = 0; rank < 13; rank++)
            for (int h = 0; h < HOLDINGS; h++)
                left[rank * HOLDINGS + h] = 3 - held[rank * HOLDINGS + h] - (one == rank) - (two == rank);
        std::fill(total.begin(), total.end(), 0);
        for (int high = 0; high < 13; high++)
            for (int low = 0; low < high; low++) {
                int drawn = 1 << high | 1 << low;
                if (suited & drawn) continue;
                int place = suited_place[suited | drawn];
                int b = f < FLOPS_1 ? place * 91 + pair_of[one * 13 + two]
                        : f < FLOPS_1 + FLOPS_2 ? BOARDS_3 + place * 13 + one : BOARDS_3 + BOARDS_4 + place;
                const i32* d = &differ[(size_t)b * HOLDINGS];
                for (int h = 0; h < HOLDINGS; h++) total[h] += d[h];
            }
        if (f >= FLOPS_1)
            for (int drawn = 0; drawn < 13; drawn++) {
                if (suited >> drawn & 1) continue;
                int place = suited_place[suited | 1 << drawn];
                for (int rank = 0; rank < 13; rank++) {
                    int b = f < FLOPS_1 + FLOPS_2 ? place * 91 + pair_of[one * 13 + rank] : BOARDS_3 + place * 13 + rank;
                    const i32* d = &differ[(size_t)b * HOLDINGS];
                    const int* l = &left[rank * HOLDINGS];
                    for (int h = 0; h < HOLDINGS; h++) total[h] += (i64)l[h] * d[h];
                }
            }
        if (f >= FLOPS_1 + FLOPS_2)
            for (int high = 0; high < 13; high++)
                for (int low = 0; low <= high; low++) {
                    const i32* d = &differ[(size_t)(suited_place[suited] * 91 + pair_of[low * 13 + high]) * HOLDINGS];
                    const int *a = &left[low * HOLDINGS], *c = &left[high * HOLDINGS];
                    for (int h = 0; h < HOLDINGS; h++)
                        total[h] += (i64)(low == high ? a[h] * (a[h] - 1) / 2 : a[h] * c[h]) * d[h];
                }
        for (int h = 0; h < HOLDINGS; h++) cells[(size_t)h * (FLOPS + 1) + f] = total[h];
    }
    for (int f = 0; f < RANK_FLOPS; f++)
        for (int high = 0; high < 13; high++)
            for (int low = 0; low <= high; low++) {
                int five[5] = {rank_flop[3 * f], rank_flop[3 * f + 1], rank_flop[3 * f + 2], low, high};
                int b = place_of_five(five);
                for (int p = 0; p < PAIRS; p++) {
                    int l = 4 - held[low * HOLDINGS + OTHER + p], u = 4 - held[high * HOLDINGS + OTHER + p];
                    for (int k = 0; k < 3; k++) l -= rank_flop[3 * f + k] == low, u -= rank_flop[3 * f + k] == high;
                    l = std::max(l, 0), u = std::max(u, 0);
                    rank_cells[p * RANK_FLOPS + f] += (i64)(low == high ? u * (u - 1) / 2 : l * u) * ranks[b * PAIRS + p].gain;
                }
            }
    __int128 game = 0;
    for (auto& group : spots) {
        size_t count = group[3].size();
        for (size_t n = 0; n < group[0].size(); n++) {
            i64 pair = group[1][n], checked = 0;
            const i64* view = &group[2][4 * n];
            const i64* base = &rank_cells[pair * RANK_FLOPS];
            const i64* from[4];
            i64 play = 10 * pair_play[pair], spread = 10 * pair_spread[pair];
            for (int s = 0; s < 4; s++) {
                from[s] = &cells[(size_t)view[s] * (FLOPS + 1)];
                play += 10 * hold_play[view[s]], spread += 10 * hold_spread[view[s]];
            }
            for (size_t f = 0; f < count; f++) {
                i64 gain = base[group[3][f]];
                for (int s = 0; s < 4; s++) gain += from[s][group[4][s * count + f]];
                if (gain > 0) checked += group[5][n * count + f] * gain;
            }
            game += (__int128)combinations[group[0][n]] * std::max(play + checked, play + 2 * spread);
        }
    }
    double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
    printf("%lld %lld %.6f\n", (long long)(game / 1000000000), (long long)(game % 1000000000), seconds);
}
