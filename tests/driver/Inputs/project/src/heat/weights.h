static const float centre = 0.5f, side = 0.125f;
