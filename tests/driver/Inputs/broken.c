int broken(void) { return missing; }
