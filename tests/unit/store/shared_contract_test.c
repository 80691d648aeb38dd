// shared_contract_test.c: what holds for the store of one host holds for that
// of a pool
#define AT_TEST_POOL

#include "tests/unit/store/sqlite_test.c"
