// select_sim.h: which simulator a selector means; pure
//
//     booted         the one that runs; it is an error if several do
//     iphone-latest  of the newest iOS that is installed, the highest iPhone
//     ipad-latest    the same for iPads
//     UDID           that one
//     NAME           of several with that name: one that is booted, else that
//                    of the newest iOS
//
// The order is total, so the answer is always the same. iPhones: the number
// in the name (16 in "iPhone 16e"; X, XS and XR count 10; none 0), then Pro
// Max, Pro, Plus or Max, none, then e, mini and SE. iPads: Pro, Air, none,
// mini; then the chip's number or, of older ones, the generation; then the
// screen's size. Then what is booted, then the lowest UDID.
#ifndef AT_DEVICE_IOS_SELECT_SIM_H
#define AT_DEVICE_IOS_SELECT_SIM_H

#include "device/ios/parse_simctl.h"

#define AT_SIM_BOOTED "booted"
#define AT_SIM_IPHONE_LATEST "iphone-latest"
#define AT_SIM_IPAD_LATEST "ipad-latest"

// AT_ENODEV lists the simulators and advice.
AT_CHECKED bool at_sim_select(const struct at_sim_list *list,
                              struct at_str selector, size_t *out_index,
                              struct at_err *err);

// Write how to make a simulator usable; "" if it is.
void at_sim_remedy(const struct at_sim *sim, char out[256]);

// Compare models in a family; above 0 if a is higher (see above).
int at_sim_model_cmp(struct at_str a, struct at_str b);

#endif
