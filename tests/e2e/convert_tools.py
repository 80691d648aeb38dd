"""convert_tools.py: tools/list through the schema converters of Python clients

Reads the result of tools/list on stdin and prints one line of JSON for each
converter: its name and the tools that it made, or why it failed.
"""
import copy
import json
import logging
import sys

from agents.strict_schema import ensure_strict_json_schema
from google.genai._mcp_utils import mcp_to_gemini_tools
from mcp.types import Tool

warnings = []


class Keep(logging.Handler):
    def emit(self, record):
        warnings.append(record.getMessage())


def gemini(listed):
    declared = mcp_to_gemini_tools([Tool.model_validate(tool) for tool in listed])
    return {each.name: (each.parameters_json_schema or each.parameters.model_dump(mode='json', exclude_none=True))
            for tool in declared for each in tool.function_declarations}


def openai_strict(listed):
    return {tool['name']: ensure_strict_json_schema(copy.deepcopy(tool['inputSchema'])) for tool in listed}


logging.getLogger().addHandler(Keep())
tools = json.load(sys.stdin)['tools']
for convert in (gemini, openai_strict):
    try:
        said = {'made': convert(tools)}
    except Exception as error:  # whatever a converter throws is the finding
        said = {'failed': repr(error)}
    print(json.dumps({'converter': convert.__name__, 'warnings': warnings, **said}))
    warnings.clear()
