double flux(double x) { return 0.125 * x + 1; }
extern const int ahead[2];
const int ahead[2] = {1, 0};
