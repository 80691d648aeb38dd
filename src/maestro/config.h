// config.h: a workspace's config.yaml: which flows of a folder run, and in
// which order
#ifndef AT_MAESTRO_CONFIG_H
#define AT_MAESTRO_CONFIG_H

#include "maestro/workspace.h"

struct at_maestro_config {
    struct at_maestro_texts flows; // patterns; {"*"} by default
    struct at_maestro_texts include_tags;
    struct at_maestro_texts exclude_tags;
    struct at_maestro_texts order; // flowsOrder: names of flows or file stems
    bool continue_on_failure;      // after one of those failed
    struct at_str test_output_dir; // ptr NULL: none
    bool disable_animations;       // Android's
};

// Set the values that count without a config.yaml.
void at_maestro_config_init(struct at_maestro_config *config);

// Read config.yaml. False if it has an error; keys without a meaning are
// warnings.
bool at_maestro_config_read(struct at_maestro_workspace *ws, const char *path,
                            struct at_maestro_config *out,
                            struct at_maestro_problems *problems);

// Return true if the patterns choose a file; path is relative to the folder.
bool at_maestro_config_takes(const struct at_maestro_config *config,
                             struct at_str path);

// Return true if a flow's tags are among include, unless that is empty, and
// none is among exclude. "smoke+login" means both, unless a tag itself is
// called so. Tags of the command line are added to the config's.
bool at_maestro_tags_fit(const struct at_maestro_texts *tags,
                         const struct at_maestro_texts *include,
                         const struct at_maestro_texts *exclude);

// Write, for flowsOrder, the index of each flow that runs first, in order; the
// names are those of flows (else their file stems). Stops at the first name
// that isn't found. Returns how many; out has room for config->order.count.
// False if names are missing so that nothing can be ordered, which Maestro
// refuses: *out_missing is the first one.
bool at_maestro_config_order(const struct at_maestro_config *config,
                             const struct at_maestro_texts *names, size_t *out,
                             size_t *out_count, struct at_str *out_missing);

// Return true for a file that is not a flow: it has one document, whose keys
// are all those of config.yaml. Pure.
bool at_maestro_config_is_one(struct at_str text);

#endif
