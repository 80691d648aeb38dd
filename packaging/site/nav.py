"""nav: the site's pages by part, in their order. All others are found by links and by search."""

PARTS = {
    'Start': ['docs/getting-started.md', 'docs/recipes/README.md', 'README.md'],
    'Programs': ['docs/agentest.md', 'docs/mobile-dev-agent.md', 'docs/tester.md', 'virtual-android/README.md'],
    'Guides': ['docs/flows.md', 'docs/framework-sync.md', 'docs/compact-tree.md', 'docs/ci/README.md', 'docs/team.md',
               'docs/automation.md', 'docs/operations.md', 'deploy/README.md',
               'skills/mobile-dev-agent/SKILL.md'],
    'Reference': ['docs/reference/agentest.md', 'docs/cli.md', 'docs/reference/mobile-tester-agent.md',
                  'docs/reference/http-api.md', 'docs/reference/virtual-android.md', 'docs/errors.md'],
    'Project': ['CHANGELOG.md', 'docs/roadmap.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/architecture.md',
                'docs/decisions/README.md', 'docs/verification.md', 'docs/README.md'],
}

# Names in the list of pages where the page's own title is longer, or means something else there.
TITLES = {
    'README.md': 'About AgenTest',
    'docs/README.md': 'All pages',
    'docs/cli.md': 'mobile-dev-agent',
    'docs/reference/agentest.md': 'agentest',
    'docs/reference/mobile-tester-agent.md': 'mobile-tester-agent',
    'docs/reference/virtual-android.md': 'virtual-android',
    'docs/ci/README.md': 'Templates for CI',
    'deploy/README.md': 'Deployment',
    'skills/mobile-dev-agent/SKILL.md': 'The skill for agents',
}

# Pages that have another address than their path without docs/.
ADDRESSES = {
    'README.md': 'about.md',
    'docs/README.md': 'documentation.md',
    'CHANGELOG.md': 'changelog.md',
    'SECURITY.md': 'security.md',
    'CONTRIBUTING.md': 'contributing.md',
    'THIRD-PARTY.md': 'third-party.md',
    'virtual-android/README.md': 'virtual-android.md',
    'deploy/README.md': 'deploy.md',
    'skills/mobile-dev-agent/SKILL.md': 'skill.md',
}
