"""The tests that Jupyter has for kernels, with a sample for each of them."""

import jupyter_kernel_test


class ProtocolTests(jupyter_kernel_test.KernelTests):
    kernel_name = "cgt"
    language_name = "cgscript"
    file_extension = ".cgs"
    code_hello_world = 'Print("hello, world");'
    # A front end that cannot leave tells so.
    code_stderr = ":quit"
    completion_samples = [
        {"text": "game.grid.Domin", "matches": {"game.grid.Domineering"}},
        {"text": "1;\n{2|1}.Thermograph.LeftW", "matches": {"LeftWall"}},
        {"text": "\\upst", "matches": {"^*"}},
        {"text": ":rel", "matches": {":reload"}},
        {"text": "nothing_begins_so", "matches": set()},
    ]
    complete_code_samples = ["1", "{2|1||0}", "?Mean", ":set max 3", "x := 3;\nx", ""]
    incomplete_code_samples = ["{2|1", "def f(x) begin", "1;\n[1,2", "for x in [1] do"]
    invalid_code_samples = ["x = 3", "1 +* )", ":set max 3\n}"]
    code_page_something = "??Mean"
    code_generate_error = "0/0"
    code_execute_result = [
        {"code": "6*7", "result": "42"},
        {"code": "{0|0}", "result": "*"},
        {"code": "{2|1||0} + ^", "mime": "text/latex"},
    ]
    code_display_data = [
        {"code": ":plot {2|1}", "mime": "image/svg+xml"},
        {"code": ":plot {2|1}", "mime": "text/plain"},
    ]
    code_history_pattern = "6?7*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "Thermograph"
    code_clear_output = ":wipe"


del jupyter_kernel_test  # else its own class, for the kernel of Python, is collected, too
